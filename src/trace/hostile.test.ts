import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { McptestError } from '../util/errors.js';
import { TRACE_FORMAT_NAMES } from './formats.js';
import { readTraces } from './read-traces.js';

const folder = new URL('../../fixtures/traces/', import.meta.url);
const samples = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** The text with one of its values replaced by another. */
function damaged(text: string, place: number, value: unknown): string {
  const values = [
    ...text.matchAll(/(?<=":\s*)("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[\]|\{\})/g),
  ];
  const chosen = values[place % values.length]!;
  return text.slice(0, chosen.index) + JSON.stringify(value) + text.slice(chosen.index + chosen[0].length);
}

it('a damaged file is read or refused with exit 2, never a crash', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.nat(),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('auto' as const, ...TRACE_FORMAT_NAMES),
      async (text, place, value, format) => {
        try {
          const { traces } = await readTraces({ text: damaged(text, place, value), name: 't' }, { format });
          for (const call of traces.flatMap((trace) => trace.calls)) expect(typeof call.tool).toBe('string');
          expect(JSON.parse(JSON.stringify(traces))).toEqual(traces);
        } catch (error) {
          if (!(error instanceof McptestError)) throw error;
          expect(error.exitCode).toBe(2);
        }
      },
    ),
    { numRuns: 1500 },
  );
});
