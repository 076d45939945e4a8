export function rewritingGains(): { name: string; before: number; after: number }[] {
  return [{ name: 'x', before: 1, after: 2 }];
}
