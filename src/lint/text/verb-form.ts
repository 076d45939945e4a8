/** The form of a verb: `g` for "sending", `d` for "sent", `s` for "sends", `b` for "send". */
export function formOf(word: string): string {
  if (word.endsWith('ing')) return 'g';
  if (/ed$|^(?:sent|kept|written|made|built|told|shown|found)$/.test(word)) return 'd';
  return /[^s]s$/.test(word) ? 's' : 'b';
}
