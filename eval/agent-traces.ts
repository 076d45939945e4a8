/**
 * Reads what real agents left, and holds calls, arguments, errors and tokens against a count of its own; then damages
 * the same files at random. The data is not part of this repository; MCPTEST_EVAL_DATA names its folder.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { TRACE_FORMAT_NAMES } from '../src/trace/formats.js';
import { readTraces } from '../src/trace/read-traces.js';
import type { Trace } from '../src/types/trace.js';
import { McptestError } from '../src/util/errors.js';
import { COUNTS, type Count } from './lib/agent-counts.js';

/** Two of these are known to the trace itself or to the suite; the names of the run's servers are the suite's. */
const SERVERS = ['every', 'catalog', 'probe'];

function figuresOf(traces: Trace[]): Count {
  const calls = traces.flatMap((trace) =>
    trace.calls.map(({ server, tool, args, is_error }) => ({
      ...(server === undefined ? {} : { server }),
      tool,
      args,
      failed: is_error === true,
    })),
  );
  const [tokens] = traces.flatMap((trace) => trace.tokens ?? []);
  return { calls, ...(tokens ? { tokens: { input: tokens.input ?? 0, output: tokens.output ?? 0 } } : {}) };
}

async function checkFile(folder: string, name: string): Promise<boolean> {
  const count = COUNTS[name];
  if (!count) throw new Error(`nobody counts ${name}`);
  const path = join(folder, name);
  const expected = count(readFileSync(path, 'utf8'));
  const { format, traces } = await readTraces({ path }, { servers: SERVERS });
  const found = figuresOf(traces);
  const good = isDeepStrictEqual(found, expected);
  const failed = found.calls.filter((call) => call.failed).length;
  const tokens = found.tokens ? `${found.tokens.input} + ${found.tokens.output}` : 'none told';
  console.log(
    `  ${name.padEnd(20)} ${format.padEnd(12)} ${found.calls.length} calls, ${failed} failed, tokens ${tokens}  ${good ? 'ok' : 'OFF'}`,
  );
  if (!good) console.log(JSON.stringify({ found, expected }, null, 1));
  return good;
}

/** One value of the file replaced, read as every format: it is read, or refused in words. */
async function fuzz(folder: string, runs: number): Promise<boolean> {
  const texts = Object.keys(COUNTS).map((name) => readFileSync(join(folder, name), 'utf8'));
  let [read, refused] = [0, 0];
  const property = fc.asyncProperty(
    fc.constantFrom(...texts),
    fc.nat(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(...Array<'auto'>(20).fill('auto'), ...TRACE_FORMAT_NAMES),
    async (text, place, value, format) => {
      const values = [...text.matchAll(/(?<=":\s*)("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)/g)];
      const at = values[place % values.length];
      if (!at) return;
      const damaged = text.slice(0, at.index) + JSON.stringify(value) + text.slice(at.index + at[0].length);
      try {
        await readTraces({ text: damaged, name: 't' }, { format });
        read += 1;
      } catch (error) {
        if (!(error instanceof McptestError)) throw error;
        refused += 1;
      }
    },
  );
  const result = await fc.check(property, { numRuns: runs });
  console.log(
    `damaged at random: ${read} read, ${refused} refused, ${result.failed ? 'one CRASHED' : 'none crashed'}`,
  );
  if (result.failed) console.log(result.errorInstance);
  return !result.failed;
}

const data = process.env.MCPTEST_EVAL_DATA;
const output = join(data ?? '', 'agents', 'output');
if (data === undefined || data === '' || !existsSync(output)) {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds agents/output.');
  process.exitCode = 2;
} else {
  console.log('traces of real agents, against an independent count');
  const results: boolean[] = [];
  for (const name of Object.keys(COUNTS)) results.push(await checkFile(output, name));
  const other = readdirSync(output).filter((name) => !Object.hasOwn(COUNTS, name));
  for (const name of other) {
    const why = await readTraces({ path: join(output, name) }).then(
      () => 'READ',
      (error: McptestError) => error.code,
    );
    console.log(`  ${name.padEnd(20)} holds no calls: ${why}`);
    results.push(why === 'trace-format');
  }
  results.push(await fuzz(output, 2000));
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
