/**
 * Pairs of places that share six or more lines, the same but for indentation. Imports, comments, empty lines and
 * lines of punctuation are passed over. Places do not overlap, and two places count once, however long they are.
 */
import type { SourceFile } from './source-files.js';

const LEAST_LINES = 6;

interface Line {
  file: string;
  number: number;
  text: string;
}

export function findDuplicates(sources: SourceFile[]): string[] {
  const lines = sources.flatMap((source) => [...linesOf(source), { file: source.file, number: 0, text: '' }]);
  const windows = new Map<string, number[]>();
  for (let at = 0; at + LEAST_LINES <= lines.length; at++) {
    const window = lines.slice(at, at + LEAST_LINES);
    // The empty line stands between two files.
    if (window.some(({ text }) => text === '')) continue;
    const key = window.map(({ text }) => text).join('\n');
    const places = windows.get(key);
    if (places) places.push(at);
    else windows.set(key, [at]);
  }
  const found: string[] = [];
  for (const places of windows.values()) {
    for (const [index, second] of places.entries()) {
      for (const first of places.slice(0, index)) {
        // Told already, one line further up; or the same place, shifted.
        if (isSame(lines, first - 1, second - 1) || second - first < LEAST_LINES) continue;
        found.push(
          `${shown(lines, first)} ~ ${shown(lines, second)} (${sharedLines(lines, first, second)} lines)`,
        );
      }
    }
  }
  return found.sort();
}

function linesOf({ file, text, program, comments }: SourceFile): Line[] {
  const passed = [...comments, ...program.body.filter(({ type }) => type === 'ImportDeclaration')];
  let code = text;
  for (const { start, end } of passed) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  }
  return code
    .split('\n')
    .map((line, index) => ({ file, number: index + 1, text: line.trim().replace(/\s+/g, ' ') }))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text));
}

function isSame(lines: Line[], first: number, second: number): boolean {
  const text = lines[first]?.text;
  return text !== undefined && text !== '' && text === lines[second]?.text;
}

function sharedLines(lines: Line[], first: number, second: number): number {
  let count = 0;
  while (isSame(lines, first + count, second + count)) count++;
  return count;
}

function shown(lines: Line[], at: number): string {
  return `${lines[at]!.file}:${lines[at]!.number}`;
}
