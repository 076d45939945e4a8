/** cl100k_base token counts. The ranks are large, so they load on first use. */

let counter: Promise<(text: string) => number> | undefined;

export function tokenCounter(): Promise<(text: string) => number> {
  counter ??= import('./cl100k.js').then((m) => m.countCl100k);
  return counter;
}
