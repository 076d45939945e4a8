/** Reads the parts of a benchmark and notes, with its place, whatever is not as it should be. */

import type { SourceProblem, YamlSource } from '../source/yaml-source.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine, plural } from '../util/text.js';

export type Path = (string | number)[];

/** Each reads a value and gives an empty one in its place after a complaint. */
export interface SpecReader {
  readonly problems: SourceProblem[];
  complain(path: Path, message: string, at?: 'key' | 'value'): void;
  object(value: unknown, path: Path, keys: readonly string[]): Record<string, unknown>;
  text(value: Record<string, unknown>, path: Path, key: string, what: string): string;
  count(value: Record<string, unknown>, path: Path, key: string): number;
  /** Complains unless the catalogue has a tool of this name. */
  known(name: unknown, path: Path, names: ReadonlySet<string>): void;
}

/** A broken file of ten thousand intents is not explained ten thousand times. */
const MAX_SHOWN = 20;

export function createReader(source: YamlSource): SpecReader {
  const problems: SourceProblem[] = [];
  const complain: SpecReader['complain'] = (path, message, at = 'value') => {
    // Finding the place costs a walk, which is of no use to a problem that is not shown.
    const place =
      problems.length < MAX_SHOWN ? source.place(path, at) : { line: Number.MAX_SAFE_INTEGER, column: 1 };
    problems.push({ ...place, message });
  };
  return {
    problems,
    complain,
    object(value, path, keys) {
      if (!isObject(value)) {
        complain(path, `an object with ${keys.map((key) => `\`${key}\``).join(', ')} is expected here`);
        return {};
      }
      for (const key of Object.keys(value)) {
        if (keys.includes(key) || (path.length === 0 && key.startsWith('x-'))) continue;
        complain([...path, key], `unknown key \`${clip(oneLine(key), 60)}\`${suggest(key, keys)}`, 'key');
      }
      return value;
    },
    text(value, path, key, what) {
      const found = ownValue(value, key);
      if (typeof found === 'string' && found.trim() !== '') return found;
      complain([...path, key], `\`${key}\` is ${found === undefined ? 'missing' : 'not a text'}: ${what}`);
      return '';
    },
    count(value, path, key) {
      const found = ownValue(value, key);
      if (Number.isSafeInteger(found) && (found as number) >= 0) return found as number;
      complain([...path, key], `\`${key}\` is the number of characters to keep`);
      return 0;
    },
    known(name, path, names) {
      // Without any tool the catalogue itself is the problem, and it has been told.
      if (names.size === 0 || (typeof name === 'string' && names.has(name))) return;
      const shown = clip(oneLine(typeof name === 'string' ? name : (JSON.stringify(name) ?? '')), 60);
      complain(
        path,
        `no tool of the catalogue is called \`${shown}\`${problems.length < MAX_SHOWN ? suggest(name, names) : ''}`,
      );
    },
  };
}

export function suggest(word: unknown, known: Iterable<string>): string {
  const near = typeof word === 'string' && word.length <= 200 ? didYouMean(word, known) : undefined;
  return near === undefined ? '' : `; did you mean \`${clip(oneLine(near), 60)}\`?`;
}

export function refusal(file: string, problems: readonly SourceProblem[]): McptestError {
  const sorted = problems.slice(0, MAX_SHOWN).sort((a, b) => a.line - b.line || a.column - b.column);
  const lines = sorted.map((p) => `  ${oneLine(`${file}:${p.line}:${p.column}: ${p.message}`)}`);
  if (problems.length > MAX_SHOWN) lines.push(`  and ${problems.length - MAX_SHOWN} more`);
  return new McptestError({
    code: 'bench-spec',
    message: `the benchmark has ${plural(problems.length, 'problem')}:\n${lines.join('\n')}`,
    hint: 'docs/tool-bench.md lists every key; `mcptest tool-bench suggest` drafts a spec.',
  });
}
