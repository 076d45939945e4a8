/** Every option of every function of the library is known by name and type; what is not is thrown. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.js';
import type { Kind } from '../src/util/check-options.js';
import { LIBRARY_OPTIONS, type LibraryFunction } from '../src/verbs/library-options.js';
import { folder } from './lib/cli.js';

/** Functions that take something before their options, and what that may be. */
const BEFORE: Partial<Record<LibraryFunction, unknown[]>> = {
  readSavedRun: ['latest'],
  compareRuns: ['latest', {}],
};
const functions = { ...library } as unknown as Record<LibraryFunction, (...args: unknown[]) => unknown>;
const call = async (name: LibraryFunction, options: unknown): Promise<unknown> =>
  functions[name](...(BEFORE[name] ?? []), options);

const NEEDED: Record<string, unknown> = { traces: [], tool: 't', before: 'a', spec: 's' };
const needed = (name: LibraryFunction): Record<string, unknown> => {
  const { required = [] } = LIBRARY_OPTIONS[name] as { required?: string[] };
  return Object.fromEntries(required.map((key) => [key, NEEDED[key]]));
};

const NAMES = Object.keys(LIBRARY_OPTIONS) as LibraryFunction[];

it('knows the options of every function', () => {
  const taking = Object.keys(library).filter((name) => !['McptestError', 'jsonSchema'].includes(name));
  expect(taking.sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)('%s', (name) => {
  const options = Object.entries<Kind>(LIBRARY_OPTIONS[name].options);

  it.each(options.map(([key]) => key))('tells %s from its misspelling', async (key) => {
    const misspelt = `${key}${key.at(-1)}`;
    await expect(call(name, { ...needed(name), [misspelt]: true })).rejects.toMatchObject({
      name: 'McptestError',
      code: 'unknown-option',
      message: `${name} has no option "${misspelt}"`,
      hint: expect.stringMatching(/^did you mean `\w+`\?$/),
      exitCode: 2,
    });
  });

  it.each(options)('refuses %s of another type than %j', async (key, kind) => {
    // A function where none is expected, a number that is none everywhere else.
    const odd = kind === 'function' ? 'x' : Number.NaN;
    const wrong = kind === 'map' || kind === 'signal' ? 'x' : odd;
    await expect(call(name, { ...needed(name), [key]: wrong })).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining(`${key} of ${name} is `),
      exitCode: 2,
    });
  });

  it('takes one object', async () => {
    await expect(call(name, 'cwd')).rejects.toMatchObject({ code: 'bad-option' });
    await expect(call(name, ['cwd'])).rejects.toMatchObject({ code: 'bad-option' });
  });
});

it.each([
  [{ tag: ['smoke'] }, 'did you mean `tags`?'],
  [{ timeout: 5 }, 'did you mean `timeout_ms`?'],
  [{ shard: '1/2' }, 'It was given "1/2".'],
  [{ shard: { index: 3, total: 2 } }, 'It was given a value of type object.'],
  [{ tags: 'smoke' }, 'It was given "smoke".'],
  [{ concurrency: 0 }, 'It was given 0.'],
  [{ filter: 7 }, 'It was given 7.'],
  [{ strength: true }, 'It was given true.'],
  [{ strength: { fail_unde: 80 } }, 'did you mean `fail_under`?'],
  [{ strength: { repeat: 0 } }, 'It was given 0.'],
])('run refuses %j', async (options, hint) => {
  await expect(library.run(options as object)).rejects.toMatchObject({ hint });
});

it('a function that needs something says so, and names of schemas and runs are checked', async () => {
  for (const [name, key] of [
    ['callTool', 'tool'],
    ['score', 'traces'],
    ['diffTargets', 'before'],
  ] as const) {
    await expect(call(name, {})).rejects.toThrow(`${name} needs ${key}`);
  }
  expect(() => library.jsonSchema('suit' as 'suite')).toThrow('one of suite, envelope');
  expect(() => library.planRunCount({ flor: 0.9 } as object)).toThrow('no option "flor"');
  await expect(library.readSavedRun(undefined as unknown as string)).rejects.toThrow('is text');
});

it('an old name of an option works, and Node tells which it is now', async () => {
  const told = new Promise<Error>((seen) => process.once('warning', seen));
  const cwd = folder({ 'tools.json': JSON.stringify({ tools: [] }) });
  const report = await call('lockCatalogs', { cwd, from: 'tools.json', file: 'own.lock' });
  expect(report).toMatchObject({ file: join(cwd, 'own.lock'), outcome: 'written' });
  expect(await told).toMatchObject({
    name: 'DeprecationWarning',
    message: 'file of lockCatalogs is now lock',
  });
});

it('an option that is there and undefined is as good as absent', async () => {
  await expect(call('run', { cwd: '/', filter: undefined, shard: undefined })).rejects.not.toMatchObject({
    code: 'bad-option',
  });
});
