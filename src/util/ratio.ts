/** Integer percent of p/q, rounded half up from the exact ratio; q must be above 0. */
export function percent(p: number, q: number): number {
  return Math.floor((200 * p + q) / (2 * q));
}

/** The part of the whole in percent; of a whole without members nothing is missing. */
export function sharePercent(covered: number, total: number): number {
  return total === 0 ? 100 : percent(covered, total);
}

/** Rows counted together. Without a row nothing was measured, and there is no percent. */
export function pooledShare(rows: readonly { total: number; covered: number }[]): {
  total: number;
  covered: number;
  percent?: number;
} {
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const covered = rows.reduce((sum, row) => sum + row.covered, 0);
  return rows.length === 0 ? { total, covered } : { total, covered, percent: sharePercent(covered, total) };
}
