/** Why nothing was judged, and how to see what there is; a report only knows that nothing was. */
import type { RunEnvelope } from '../types/envelope.js';
import { EXIT } from '../util/errors.js';

export interface Asked {
  filter?: string;
  tags?: string[];
  skip_tags?: string[];
}

/** `kind`: what the suites were searched for. */
export function nothingSelected(
  { exit_code, summary }: Pick<RunEnvelope, 'exit_code' | 'summary'>,
  { filter, tags = [], skip_tags = [] }: Asked,
  kind: 'test' | 'agent test' = 'test',
): string | undefined {
  if (exit_code !== EXIT.nothing || summary.total > 0) return undefined;
  const asked = [
    ...(filter ? [`--filter ${JSON.stringify(filter)}`] : []),
    ...tags.map((tag) => `--tag ${tag}`),
    ...skip_tags.map((tag) => `--skip-tag ${tag}`),
  ];
  if (asked.length === 0) return `there is no ${kind} in the suite`;
  return `no ${kind} fits ${asked.join(' ')}; \`mcptest run --list\` without it shows their names`;
}
