/** Why nothing was judged, and how to see what there is; a report only knows that nothing was. */
import type { Selection } from '../../types/plan.js';
import { EXIT } from '../../util/errors.js';

/** `kind`: what the suites were searched for. */
export function nothingSelected(
  { exit_code, summary }: { exit_code: number; summary: { total: number } },
  { filter, tags = [], skip_tags = [] }: Pick<Selection, 'filter' | 'tags' | 'skip_tags'>,
  kind: 'test' | 'agent test' = 'test',
): string | undefined {
  if (exit_code !== EXIT.nothing || summary.total > 0) return undefined;
  const asked = [...tags.map((tag) => `--tag ${tag}`), ...skip_tags.map((tag) => `--skip-tag ${tag}`)];
  const texts = typeof filter === 'string' ? [filter] : (filter ?? []);
  asked.unshift(...texts.map((text) => `--filter ${JSON.stringify(text)}`));
  if (asked.length === 0) return `there is no ${kind} in the suite`;
  const list =
    kind === 'test'
      ? 'the same command with --list in its place'
      : '`mcptest run --list` with the same suite';
  return `no ${kind} fits ${asked.join(' ')}; ${list} shows their names`;
}
