/** What a row of a dataset came to where it is only counted: it passes, and yet other tools were called than expected. */
import type { DatasetRow } from '../types/dataset.js';
import type { CaseResult } from '../types/envelope.js';

export function missedTools({ dataset }: CaseResult): string | undefined {
  if (dataset?.correct !== false) return undefined;
  const names = (tools: readonly string[]): string => tools.join(', ') || 'no tool';
  return `expected ${names(dataset.expected)}, called ${names(dataset.called)}${howElse(dataset)}`;
}

/** Where the same tools were called: in what they differ from those that were expected. */
function howElse({ expected, called, fewer }: DatasetRow): string {
  if (fewer !== undefined) return fewerText(fewer);
  const isSame = called.length === expected.length && called.every((one) => expected.includes(one));
  return isSame ? ', not in the order that was expected' : '';
}

export function fewerText(fewer: readonly string[]): string {
  return `, but ${fewer.join(', ')} not as often as expected`;
}
