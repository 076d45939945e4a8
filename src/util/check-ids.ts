/** The checks of `mcptest conformance` by name, for whoever reads such names and loads no check. */
import { didYouMean } from './did-you-mean.js';

/** How many there are of each family: their numbers have no gaps. */
const FAMILIES = {
  AUTH: 5,
  CACHE: 4,
  CALL: 13,
  CANCEL: 4,
  CAP: 11,
  COMP: 3,
  FRAME: 8,
  HTTP: 23,
  LIFE: 18,
  LIST: 24,
  LOG: 4,
  MRTR: 8,
  NOTIF: 7,
  PROG: 4,
  PROMPT: 5,
  RES: 9,
  RPC: 20,
};

export const CHECK_IDS: readonly string[] = Object.entries(FAMILIES).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, at) => `C-${family}-${String(at + 1).padStart(3, '0')}`),
);

/** `pattern`: an id, a family, or the beginning of some with a `*`. */
export function checksNamed(pattern: string): string[] {
  const upper = pattern.toUpperCase();
  const start = upper.endsWith('*') ? upper.slice(0, -1) : `${upper}-`;
  return CHECK_IDS.filter((id) => id === upper || id.startsWith(start));
}

export function unknownCheck(name: string): { message: string; hint: string } {
  const near = didYouMean(name.slice(0, 40).toUpperCase(), [
    ...CHECK_IDS,
    ...Object.keys(FAMILIES).map((family) => `C-${family}-*`),
  ]);
  return {
    message: `no check is called ${JSON.stringify(name.slice(0, 40))}`,
    hint: near ? `did you mean \`${near}\`?` : 'name one such as C-LIST-004, or a family such as C-LIST-*',
  };
}
