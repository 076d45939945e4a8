/** Work on texts that come again soon: of the last few it is kept what came out, which nobody may change. */
export function remembered<T>(most: number, work: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = work(text);
    kept.set(text, made);
    return made;
  };
}
