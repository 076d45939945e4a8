/** Agent tests are scored from traces; a run that would have to ask a model says so before anything starts. */
import type { PlannedGroup } from '../types/plan.js';
import { EXIT, McptestError } from '../util/errors.js';
import { clip, oneLine, plural } from '../util/text.js';

/** Skipped tests are no reason to refuse. */
export function refuseLive(groups: readonly PlannedGroup[]): void {
  const agents = [...new Set(groups.map(({ agent }) => agent))].filter(({ skip }) => skip === undefined);
  if (agents.length === 0) return;
  const names = agents.slice(0, 3).map(({ name }) => `\`${oneLine(clip(name, 80))}\``);
  const more = agents.length > names.length ? ` and ${agents.length - names.length} more` : '';
  throw new McptestError({
    code: 'agent-live',
    message: `${plural(agents.length, 'agent test')} cannot be run, since nothing is recorded: ${names.join(', ')}${more}; nothing ran`,
    hint: 'Score recorded runs with `mcptest score --config SUITE --trace FILE`, or leave agent tests out with --filter or --skip-tag.',
    exitCode: EXIT.usage,
  });
}
