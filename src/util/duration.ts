/** Lengths of time as suites write them and as people read them. */

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000 };

/** `500ms`, `2s`, `5m` or a number of milliseconds → milliseconds; undefined when it is none of these. */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(value.trim());
  if (!match) return undefined;
  return Number(match[1]) * MILLISECONDS[(match[2] ?? 'ms') as keyof typeof MILLISECONDS];
}

/** Milliseconds for people: `87ms`, `1.2s`, `2m 5s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)}ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
