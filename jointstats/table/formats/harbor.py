"""Harbor (Terminal-Bench 2): rewards and costs of agents on tasks, a file for each trial.

After the models of the writer (harbor 0.26.0, `models/trial/result.py`): JOB/TRIAL/result.json.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from jointstats.base import options
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import failures
from jointstats.table.formats.scores import found_rows, number

_TRIAL = re.compile(rb'(?s)\s*\{(?=.*"task_name"\s*:)(?=.*"trial_name"\s*:)(?=.*"trial_uri"\s*:)')
_COSTS = ("cost_usd", "n_input_tokens", "n_output_tokens")


def _files(source: Source) -> list[Source]:
    return source.matching("result.json", _TRIAL)


def _agents(contents: list[dict[str, Any]]) -> list[str]:
    """The agent and model of each trial; those of several versions or settings are numbered."""
    labels, ways = [], []
    for content in contents:
        about = content["agent_info"]
        model = (about.get("model_info") or {}).get("name")
        labels.append(options.label(f"{about['name']} ({model})" if model else about["name"]))
        settings = (content.get("config") or {}).get("agent")
        ways.append(f"{about.get('version')} {json.dumps(settings, sort_keys=True)}")
    numbers: dict[str, list[str]] = {}
    for label, way in dict.fromkeys(zip(labels, ways, strict=True)):
        numbers.setdefault(label, []).append(way)
    return [
        f"{label}, settings {numbers[label].index(way) + 1}" if numbers[label][1:] else label
        for label, way in zip(labels, ways, strict=True)
    ]


def _measured(content: dict[str, Any]) -> dict[str, float | None]:
    """Rewards and costs; of a trial without a valid reward none."""
    rewards = (content.get("verifier_result") or {}).get("rewards")
    if not rewards or content.get("reward_valid") is False:
        return {"reward": None}
    steps = [content, *(content.get("step_results") or [])]
    spent = [step["agent_result"] for step in steps if step.get("agent_result")]
    values = {name: number(value) for name, value in rewards.items()}
    for name in _COSTS:
        numbers = [float(part[name]) for part in spent if part.get(name) is not None]
        values |= {name: sum(numbers)} if numbers else {}
    return values


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each agent, task and attempt; attempts are independent runs."""
    contents = [file.json() for file in _files(source)]
    contents.sort(key=lambda content: (content.get("started_at") or "", content["trial_name"]))
    attempts: Counter[tuple[str, str]] = Counter()
    rows: list[tuple[Any, ...]] = []
    failed = []
    several = len({content.get("source") for content in contents}) > 1
    for content, agent in zip(contents, _agents(contents), strict=True):
        folder = f"{content.get('source')}/" if several else ""
        task = folder + options.label(content["task_name"])
        attempts[task, agent] += 1
        values = _measured(content)
        if values == {"reward": None}:
            failed.append((content.get("exception_info") or {}).get("exception_type") or "")
        attempt = attempts[task, agent]
        rows += [(task, "", agent, attempt, name, "", x) for name, x in values.items()]
    notes = failures(failed, len(contents), "trials")
    return found_rows(rows, source, measures, {"reward": "max"}, notes)


FORMAT = Format(
    "harbor",
    "Harbor",
    takes="the folder of a job (TRIAL/result.json), or of several",
    states="higher is better of reward; none of other rewards, costs and tokens",
    recognises=lambda source: bool(_files(source)),
    read=_read,
)
