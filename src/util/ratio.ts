/** Integer percent of p/q, rounded half up from the exact ratio; q must be above 0. */
export function percent(p: number, q: number): number {
  return Math.floor((200 * p + q) / (2 * q));
}
