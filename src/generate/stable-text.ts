/** A text as a matcher: all of it where it is short and stays, else the lines of it that stay. */

const LONGEST_LINE = 160;
const SHORTEST_LINE = 3;
const MAX_LINES = 12;
const START = 80;
const SHORTEST_START = 8;
const MAX_TEXT = 200_000;

export interface SeenTexts {
  first: string;
  /** What the second call said in its place. */
  second: string;
  /** What is left of a piece of the text when all that is worth nothing tomorrow is taken out. */
  steadyParts(piece: string): string[];
}

/** Undefined when nothing of it stays. */
export function linesMatcher({ first, second, steadyParts }: SeenTexts): Record<string, unknown> | undefined {
  const whole = second.slice(0, MAX_TEXT);
  const lines = piecesOf(first.slice(0, MAX_TEXT))
    .flatMap((piece) => {
      const parts = steadyParts(piece);
      return parts.length === 1 && parts[0] === piece ? parts : parts.filter(isTelling);
    })
    .map((piece) => piece.trim())
    .filter((piece) => whole.includes(piece));
  const chosen = choose([...new Set(lines)]);
  if (chosen.length === 1) return { contains: chosen[0] };
  if (chosen.length > 1) return { contains_all: chosen };
  const [start = ''] = steadyParts(sharedStart(first, second));
  return start.length >= SHORTEST_START ? { starts_with: start } : undefined;
}

/** Part of a line must be long enough to be found by nothing else. */
function isTelling(part: string): boolean {
  return part.trim().length >= SHORTEST_START;
}

/** Whole words that both begin with. */
function sharedStart(first: string, second: string): string {
  let at = 0;
  while (at < START && at < first.length && first[at] === second[at]) at += 1;
  const start = first.slice(0, at);
  return at === START || at === first.length ? start : start.replace(/\S*$/, '');
}

/** Lines; one that is too long, as JSON without line breaks is, falls apart at its commas and full stops. */
function piecesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= LONGEST_LINE ? [line] : line.split(/(?<=,)(?=["{[\s])|(?<=[.;])\s/)))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= SHORTEST_LINE && piece.length <= LONGEST_LINE);
}

/** The first and the last, and between them those that say something, spread over the text, in its order. */
function choose(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines;
  const inner = lines.slice(1, -1);
  const telling = inner.filter((line) => /[\d"`]/.test(line));
  const pool = telling.length >= MAX_LINES - 2 ? telling : inner;
  const step = (pool.length - 1) / (MAX_LINES - 3);
  const spread = Array.from({ length: MAX_LINES - 2 }, (_, n) => pool[Math.round(n * step)]!);
  return [lines[0]!, ...spread, lines.at(-1)!];
}
