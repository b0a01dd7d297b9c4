// How search results are ranked (`html_search_scorer`). The numbers are Sphinx's own but for `score`: the front door's names, typed in full, come
// before everything, pages that show how to do something before other pages, and constants after them.
var Scorer = {
  score: ([page, title, anchor, description, score]) =>
    score
    + (page === "reference/index" && description && score >= 16 ? 5 : 0)
    + (page.startsWith("howto/") ? 2 : 0)
    - (/^Python data/.test(description || "") ? 5 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
