/** `run --dry-run`: what the agent tests would come to, for people. */
import type { Redactor } from '../../redact/redactor.js';
import { formatDuration } from '../../util/duration.js';
import { oneLine, plural } from '../../util/text.js';
import type { DryRun } from '../../verbs/explain-run.js';

type Estimate = DryRun['tests'][number];

export function estimateText({ tests, taken }: DryRun, redactor: Redactor): string {
  if (tests.length === 0) return '';
  const show = (text: string): string => oneLine(redactor.text(text));
  const lines = tests.flatMap((one) => [`  ${show(one.test)}: ${countsOf(one)}`, ...detailsOf(one, show)]);
  const isGuess = tests.some(({ models }) => models.some(({ free }) => free === undefined));
  const guess = `  assumed: ${taken.output} tokens written in a turn, ${taken.result} in a result, ${formatDuration(taken.turn_ms)} for a turn`;
  return `\nAgent tests, about\n${[...lines, ...(isGuess ? [guess] : [])].join('\n')}\n`;
}

function countsOf({ cases, models, runs }: Estimate): string {
  const all = models.reduce((sum, share) => sum + share.runs, 0);
  const parts = [plural(cases, 'case'), plural(models.length, 'model'), plural(runs, 'run')];
  return `${parts.join(' × ')} = ${plural(all, 'row')}`;
}

function detailsOf(one: Estimate, show: (text: string) => string): string[] {
  const tools =
    one.tools_tokens === undefined
      ? `the tools of ${one.unknown_tools.map(show).join(', ')} are not known before they start: mcptest lock, or a saved run, says them`
      : `${count(one.tools_tokens)} tokens of tools at each turn`;
  const asked = one.models.filter(({ free }) => free === undefined);
  const how = one.measured ? 'as the newest saved run took' : 'as turns are taken to last';
  const time = asked.length === 0 ? [] : [`    ${formatDuration(one.duration_ms)}, ${how}`];
  const wide = `at most ±${one.half_width.toFixed(1)} points with ${plural(one.cases, 'case')}`;
  const more = one.cases < one.cases_for_5 ? `; ±5 points need ${one.cases_for_5} (mcptest plan-runs)` : '';
  return [
    `    ${tools}`,
    ...one.models.map((share) => `    ${show(share.model)}: ${costLine(share)}`),
    ...time,
    `    95 % interval of a share of the cases: ${wide}${more}`,
  ];
}

function costLine({ runs, turns, input, output, cost_usd, free }: Estimate['models'][number]): string {
  if (free === 'recorded') return `${plural(runs, 'run')} from cassettes, for nothing`;
  const tokens = `${plural(runs, 'run')}, ${plural(turns, 'turn')}, ${count(input)} tokens read and ${count(output)} written`;
  if (free === 'built in') return `${tokens}, for nothing (built in)`;
  return `${tokens}, ${cost_usd === undefined ? 'price not known (`models.NAME.price`)' : `$${cost_usd.toFixed(2)}`}`;
}

function count(n: number): string {
  return Math.round(n).toLocaleString('en-US');
}
