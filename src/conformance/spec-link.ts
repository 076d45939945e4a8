/** Links into the specification, and the range of revisions in words. */
import type { ConformanceCheck } from './check.js';

const SITE = 'https://modelcontextprotocol.io/specification';
const MODERN = '2026-07-28';

export function specLink({ spec }: Pick<ConformanceCheck, 'spec'>, revision: string): string {
  const path = typeof spec === 'string' ? spec : spec[revision >= MODERN ? 'modern' : 'legacy'];
  return `${SITE}/${revision}/${revision === '2024-11-05' ? firstRevisionPath(path) : path}`;
}

/** The first revision had the messages on a page of their own. */
function firstRevisionPath(path: string): string {
  return path.replace(/^basic(?=#|$)/, 'basic/messages');
}

export function revisionRange({ since, until }: Pick<ConformanceCheck, 'since' | 'until'>): string {
  if (since !== undefined && since === until) return since;
  if (since !== undefined && until !== undefined) return `${since} to ${until}`;
  if (since !== undefined) return `${since} and later`;
  return until === undefined ? 'all' : `up to ${until}`;
}

export function holdsIn(
  { since, until }: Pick<ConformanceCheck, 'since' | 'until'>,
  revision: string,
): boolean {
  return (since === undefined || revision >= since) && (until === undefined || revision <= until);
}

/** The newest revision in which the check holds: what its page of the documentation links to. */
export function newestLink(check: ConformanceCheck): string {
  return specLink(check, check.until ?? MODERN);
}
