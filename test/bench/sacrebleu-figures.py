"""Writes the figures of sacrebleu that this folder keeps. Needs sacrebleu 2.6.0 (PyPI).

    python sacrebleu-figures.py cases                      the scores in quality-scores.fixture.json
    python sacrebleu-figures.py published CLONE PAIRS      published-quality.json, from a clone of mozilla/firefox-translations-models
"""

import json
import pathlib
import subprocess
import sys

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF

FOLDER = pathlib.Path(__file__).resolve().parent
SYSTEMS = {
    "argos": "Argos Translate",
    "opusmt": "OPUS-MT",
    "nllb": "NLLB-600M",
    "bergamot-tiny": "Firefox tiny",
    "bergamot-base-memory": "Firefox base-memory",
    "bergamot-base": "Firefox base",
    "microsoft": "Microsoft",
    "google": "Google",
}


def cases():
    file = FOLDER / "quality-scores.fixture.json"
    kept = json.loads(file.read_text("utf-8"))
    for case in kept["cases"]:
        texts = case["translations"], [case["references"]]
        case["chrf2"] = CHRF().corpus_score(*texts).score
        if case["language"] not in ("ja", "ko", "th"):
            case["bleu"] = BLEU(tokenize="zh" if case["language"] == "zh" else "13a").corpus_score(*texts).score
    kept["sacrebleu"] = sacrebleu.__version__
    file.write_text(json.dumps(kept, ensure_ascii=False, indent=2) + "\n", "utf-8")


def published(clone, pairs):
    def git(*command):
        return subprocess.run(["git", "-C", clone, *command], capture_output=True, check=True, text=True).stdout

    files = set(git("ls-tree", "-r", "--name-only", "HEAD", "evaluation").splitlines())
    figures = []
    for pair in pairs.split(","):
        target = pair.split("-")[1]
        for system, name in SYSTEMS.items():
            file = f"evaluation/{pair}/flores-test.{system}.{target}"
            if f"{file}.bleu" not in files:
                continue
            numbers = [float(git("show", f"HEAD:{file}.{metric}")) for metric in ("bleu", "comet")]
            texts = [git("show", f"HEAD:{name}").rstrip("\n").split("\n") for name in (file, f"evaluation/{pair}/flores-test.{target}") if name in files]
            whole = len(texts) == 2 and len(texts[0]) == len(texts[1])
            score = round(CHRF().corpus_score(texts[0], [texts[1]]).score, 1) if whole else None
            figures.append({"pair": pair, "system": name, "chrf2": score, "bleu": numbers[0], "comet": numbers[1]})
    head = {"repository": "mozilla/firefox-translations-models", "commit": git("rev-parse", "HEAD").strip(), "licence": "MPL-2.0", "sacrebleu": sacrebleu.__version__}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    rows = ",\n".join(f"    {json.dumps(figure)}" for figure in figures)
    (FOLDER / "published-quality.json").write_text("{\n" + "".join(lines) + f'  "figures": [\n{rows}\n  ]\n' + "}\n", "utf-8")


if __name__ == "__main__":
    {"cases": cases, "published": published}[sys.argv[1]](*sys.argv[2:])
