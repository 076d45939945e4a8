/** `mcptest tdqs stats`: the figures of a whole registry. */
import { chooseScope } from '../../registry/read/scope.js';
import { registryStats } from '../../registry/stats/registry-stats.js';
import { openStore } from '../../registry/store.js';
import type { RegistryStats } from '../../types/registry-stats.js';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';

export { statsDocument } from '../../registry/stats/stats-document.js';

export interface StatsInput {
  store: string;
  /** Of whom the scores are; the one who judged most when it is left out. */
  judge?: string | undefined;
  /** Days or moments: what the registry was like then. */
  since?: string | undefined;
  until?: string | undefined;
  now?: Date;
}

export async function registryFigures(input: StatsInput): Promise<RegistryStats> {
  const now = input.now ?? new Date();
  const since = input.since === undefined ? undefined : moment(input.since, '--since');
  const until = input.until === undefined ? undefined : moment(input.until, '--until');
  if (since === undefined && until !== undefined) throw noSince();
  if (since !== undefined && since >= (until ?? now.toISOString())) throw backwards();
  const store = await openStore(input.store, { must_exist: true });
  try {
    const scope = await chooseScope(store.db, input.judge);
    return await registryStats(store.db, scope, { since, until, now });
  } finally {
    await store.close();
  }
}

/** A day counts to its end, in UTC. */
function moment(text: string, option: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = new Date(day ? `${text}T23:59:59.999Z` : text);
  const valid = /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(at.getTime());
  // A day that is not in the calendar is moved into the next month.
  if (valid && (!day || at.toISOString().startsWith(text))) return at.toISOString();
  throw new McptestError({
    code: 'bad-date',
    message: `${option} ${oneLine(text.slice(0, 40))} is not a date`,
    hint: 'Write a day such as 2026-06-30, or a moment such as 2026-06-30T12:00:00Z.',
  });
}

function noSince(): McptestError {
  return new McptestError({
    code: 'bad-date',
    message: '--until needs --since: a trend has two ends',
    hint: 'Write --since 2026-06-01 --until 2026-06-30.',
  });
}

function backwards(): McptestError {
  return new McptestError({
    code: 'bad-date',
    message: '--since is not before --until',
    hint: 'Write the earlier day behind --since.',
  });
}
