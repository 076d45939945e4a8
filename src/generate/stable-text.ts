/** A text as a matcher: all of it where it is short and stays, else the lines of it that stay. */

const LONGEST_LINE = 160;
const SHORTEST_LINE = 3;
const MAX_LINES = 8;
const START = 80;
const MAX_TEXT = 200_000;

export interface SeenTexts {
  first: string;
  /** What the second call said in its place. */
  second: string;
  /** Whether a piece of the text is worth nothing tomorrow. */
  isPassing(piece: string): boolean;
}

/** Undefined when nothing of it stays. */
export function linesMatcher({ first, second, isPassing }: SeenTexts): Record<string, unknown> | undefined {
  const whole = second.slice(0, MAX_TEXT);
  const lines = [...new Set(piecesOf(first.slice(0, MAX_TEXT)))].filter(
    (piece) => whole.includes(piece) && !isPassing(piece),
  );
  const chosen = choose(lines);
  if (chosen.length === 1) return { contains: chosen[0] };
  if (chosen.length > 1) return { contains_all: chosen };
  const start = first.slice(0, START);
  return start.length === START && second.startsWith(start) && !isPassing(start)
    ? { starts_with: start }
    : undefined;
}

/** Lines; one that is too long, as JSON without line breaks is, falls apart at its commas and full stops. */
function piecesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= LONGEST_LINE ? [line] : line.split(/(?<=,)(?=["{[\s])|(?<=[.;])\s/)))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= SHORTEST_LINE && piece.length <= LONGEST_LINE);
}

/** Those that say something first, spread over the text, in its order. */
function choose(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines;
  const telling = lines.filter((line) => /[\d"`]/.test(line));
  const pool = telling.length >= MAX_LINES ? telling : lines;
  const step = (pool.length - 1) / (MAX_LINES - 1);
  return Array.from({ length: MAX_LINES }, (_, n) => pool[Math.round(n * step)]!);
}
