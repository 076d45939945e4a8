/** Who judged the tests of a run, and whether that was calibrated: told from the rows. */
import type { CaseResult } from '../types/envelope.js';
import type { JudgeUse } from '../types/judging.js';
import { omitUndefined } from '../util/omit-undefined.js';

export function judgesOf(results: readonly CaseResult[]): JudgeUse[] {
  const calibrated = new Set(
    results.flatMap(({ judge, verdict }) =>
      judge && verdict === 'pass' ? [nameOf(judge.model, judge.rubric)] : [],
    ),
  );
  const uses = new Map<string, JudgeUse>();
  for (const { model, scorer, rubric, score } of results.flatMap(({ checks }) =>
    checks.flatMap((check) => check.judged ?? []),
  )) {
    const key = JSON.stringify([model, scorer]);
    const use = uses.get(key) ?? omitUndefined<JudgeUse>({ model, scorer, judged: 0 });
    if (score === undefined) use.unanswered = (use.unanswered ?? 0) + 1;
    else use.judged += 1;
    if (model !== undefined)
      use.calibrated = (use.calibrated ?? true) && calibrated.has(nameOf(model, rubric));
    uses.set(key, use);
  }
  return [...uses.values()];
}

function nameOf(model: string, rubric: string | undefined): string {
  return JSON.stringify([model, rubric]);
}

/** `claude-x judged 3 texts and was not calibrated`. */
export function judgeText({ model, scorer, judged, unanswered, calibrated }: JudgeUse): string {
  const texts = `judged ${judged} ${judged === 1 ? 'text' : 'texts'}`;
  const silent =
    unanswered === undefined ? '' : `, gave no score ${unanswered === 1 ? 'once' : `${unanswered} times`}`;
  if (scorer !== undefined) return `the scorer ${scorer} ${texts}${silent}`;
  return `${model} ${texts}${silent}, ${calibrated ? 'calibrated against labels' : 'not calibrated: not every rubric of it has a calibration that passed'}`;
}
