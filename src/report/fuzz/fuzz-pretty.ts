/** What `mcptest fuzz` prints for a person: each failure with its input, a line to see it again and a test to paste. */
import type { FuzzFailure, FuzzResult } from '../../types/fuzz.js';
import { plural } from '../../util/text.js';
import { pad } from '../text/columns.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import { pasteable, safe, safeClip, unlikeCommand } from '../text/safe-text.js';

interface Manner {
  color: boolean;
  /** Tests to paste are shown too. */
  verbose?: boolean;
  /** Only the verdict. */
  quiet?: boolean;
}

const LONGEST_ARGS = 400;

export function fuzzPretty(result: FuzzResult & { exit_code: number }, manner: Manner): string {
  const paint = painter(manner.color);
  if (manner.quiet) return `${verdict(result, paint)}\n`;
  const sections = [
    ...result.failures.map((one) => failureLines(one, paint, manner)),
    ...result.not_reproduced.map((one) => failureLines(one, paint, manner)),
    toolLines(result),
    leftOutLines(result),
    result.notes.map((note) => paint('yellow', `Note: ${safeClip(note, 500)}`)),
    [verdict(result, paint)],
  ];
  const lines = sections.filter((one) => one.length > 0).flatMap((one) => [...one, '']);
  return `${lines.slice(0, -1).map(unlikeCommand).join('\n')}\n`;
}

function failureLines(failure: FuzzFailure, paint: Paint, { verbose }: Manner): string[] {
  const { tool, outcome, message, args, before = [], input, times, evidence = [], repro, test } = failure;
  const head = failure.reproduced
    ? `${paint('red', outcome)}  ${paint('bold', safe(tool))}`
    : `${paint('yellow', `${outcome}, not reproduced`)}  ${paint('bold', safe(tool))}`;
  const often = times > 1 ? `, and ${times - 1} more like it` : '';
  const line = pasteable(repro);
  return [
    head,
    `  ${safeClip(message, 500)}`,
    paint('dim', `  case ${failure.case} (${safeClip(input, 120)})${often}`),
    ...before.map((call) => `  after ${safe(call.tool)} ${argsText(call.args)}`),
    `  input ${argsText(args)}`,
    ...evidence.map((text) => paint('dim', `  | ${safeClip(text, 200)}`)),
    ...(line === undefined ? [] : [paint('green', `  $ ${line}`)]),
    ...(verbose ? test.split('\n').map((one) => `    ${safe(one)}`) : []),
  ];
}

function argsText(args: Record<string, unknown>): string {
  return safeClip(JSON.stringify(args), LONGEST_ARGS);
}

function toolLines({ tools }: FuzzResult): string[] {
  const width = Math.min(40, Math.max(4, ...tools.map(({ name }) => safe(name).length)));
  return tools.flatMap(({ name, cases, answered, refused, notes = [] }) => [
    `${pad(safeClip(name, 40), width)}  ${plural(cases, 'case')}: ${answered} answered, ${refused} refused`,
    ...notes.map((note) => `  ${safeClip(note, 300)}`),
  ]);
}

function leftOutLines({ left_out }: FuzzResult): string[] {
  if (left_out.length === 0) return [];
  return [
    'Not called',
    ...left_out.map(({ tool, reason }) => `  ${safeClip(tool, 60)}: ${safeClip(reason, 200)}`),
  ];
}

const WORDS: Record<number, [Colour, string]> = {
  0: ['green', 'PASS'],
  1: ['red', 'FAIL'],
  7: ['yellow', 'NOTHING TO CALL'],
};

function verdict(result: FuzzResult & { exit_code: number }, paint: Paint): string {
  const { failures, not_reproduced, cases, seed, exit_code } = result;
  const [colour, word] = WORDS[exit_code] ?? ['yellow', 'INCONCLUSIVE'];
  const told = [
    plural(failures.length, 'failure'),
    ...(not_reproduced.length > 0 ? [`${not_reproduced.length} not reproduced`] : []),
    `in ${plural(cases, 'case')} (seed ${seed})`,
  ];
  return `${paint(colour, word)}  ${told.join(', ').replace(', in ', ' in ')}`;
}
