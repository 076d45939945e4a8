/** A YAML or JSON file that is not a suite, with the place of every key and value. Heavy, as `yaml.ts` is. */

import { MAX_BYTES } from './limits.js';
import { locate, type Path } from './spots.js';
import { parseYaml } from './yaml.js';

export interface SourceProblem {
  message: string;
  line: number;
  column: number;
}

export interface YamlSource {
  /** Plain JSON-safe values; undefined when `problems` says why. */
  value: unknown;
  problems: SourceProblem[];
  /** 1-based place of the value at a path, or of its key; the nearest existing ancestor's when absent. */
  place(path: Path, at?: 'key' | 'value'): { line: number; column: number };
}

export function readYamlSource(text: string, maxBytes = MAX_BYTES): YamlSource {
  const parsed = parseYaml(text, '', { maxBytes, lenient: true });
  return {
    value: parsed.value,
    problems: parsed.problems.map(({ message, spot }) => ({ message, ...spot.source.at(spot.value) })),
    place: (path, what = 'value') => {
      const { source, key, value } = locate(parsed, path);
      return source.at(what === 'key' ? (key ?? value) : value);
    },
  };
}
