// What the theme leaves out for people who read with a keyboard or by ear.
addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = 2;
  for (const text of document.querySelectorAll("pre")) text.tabIndex = 0;
  for (const fold of document.querySelectorAll("details > summary[aria-label]")) fold.removeAttribute("aria-label");
  const sides = {".sidebar-drawer": "Pages", ".toc-drawer": "Contents of this page"};
  for (const [side, name] of Object.entries(sides)) document.querySelector(side)?.setAttribute("aria-label", name);
});
