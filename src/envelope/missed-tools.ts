/** What a row of a dataset came to where it is only counted: it passes, and yet other tools were called than expected. */
import type { CaseResult } from '../types/envelope.js';

export function missedTools({ dataset }: CaseResult): string | undefined {
  if (dataset?.correct !== false) return undefined;
  const names = (tools: readonly string[]): string => tools.join(', ') || 'no tool';
  return `expected ${names(dataset.expected)}, called ${names(dataset.called)}`;
}
