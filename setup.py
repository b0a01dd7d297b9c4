"Packaging shim: every setting lives in settings.ini; edit there, not here."
import shlex
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup

ini = ConfigParser(delimiters=["="])
ini.read("settings.ini", encoding="utf-8")
cfg = ini["DEFAULT"]
extras = {key.removesuffix("_requirements"): shlex.split(value) for key, value in cfg.items() if key.endswith("_requirements")}

setup(
    name=cfg["lib_name"],
    version=cfg["version"],
    description=cfg["description"],
    author=cfg["author"],
    author_email=cfg["author_email"],
    keywords=cfg["keywords"].split(),
    classifiers=[
        "Development Status :: 3 - Alpha",
        "Environment :: Console",
        "Framework :: Jupyter",
        "Intended Audience :: Science/Research",
        "Operating System :: OS Independent",
        "Programming Language :: Python :: 3",
        *(f"Programming Language :: Python :: 3.{minor}" for minor in range(int(cfg["min_python"].split(".")[1]), 15)),
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Security",
        "Typing :: Typed",
    ],
    license="Apache-2.0",
    url=cfg["git_url"],
    project_urls={
        "Documentation": cfg["doc_host"] + cfg["doc_baseurl"],
        "Source": cfg["git_url"],
        "Changes": f"{cfg['git_url']}/blob/{cfg['branch']}/CHANGELOG.md",
        "Issues": cfg["git_url"] + "/issues",
        "Security": cfg["git_url"] + "/security/policy",
    },
    python_requires=">=" + cfg["min_python"],
    packages=find_packages(include=[cfg["lib_path"], cfg["lib_path"] + ".*"]),
    package_data={cfg["lib_path"]: ["data/*", "py.typed"]},
    zip_safe=False,
    install_requires=shlex.split(cfg.get("requirements", "")),
    extras_require=extras,
    long_description=Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    entry_points={
        "console_scripts": cfg.get("console_scripts", "").split(),
        "nbdev": [f"{cfg['lib_path']}={cfg['lib_path']}._modidx:d"],
    },
)
