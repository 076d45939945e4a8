/** One word for one thing on the whole command line, and a checker that can say no. */
import { describe, expect, it } from 'vitest';
import {
  type DeclaredOption,
  declaredCommands,
  declaredOptions,
  pathOf,
} from '../scripts/lib/declared-options.js';
import { conflicts, VOCABULARY } from '../scripts/lib/vocabulary.js';

const options = await declaredOptions();
const planted = (extra: Partial<DeclaredOption>[]): string[] =>
  conflicts([
    ...options,
    ...extra.map((one) => ({
      command: 'planted',
      word: '--x',
      value: '<file>',
      about: 'x',
      old: false,
      ...one,
    })),
  ]);

describe('the options of every command', () => {
  it('use one word for one thing', () => {
    expect(conflicts(options)).toEqual([]);
  });

  it('use every word of the table, so that no row of it is empty', () => {
    const used = new Set(options.filter(({ old }) => !old).map(({ word }) => word));
    expect(VOCABULARY.flatMap(({ words }) => words).filter((word) => !used.has(word))).toEqual([]);
    const unmeant = VOCABULARY.filter(({ words, means }) =>
      options.every(({ word, about }) => !words.includes(word) || !means.test(about)),
    );
    expect(unmeant.map(({ thing }) => thing)).toEqual([]);
  });

  it('write to a file wherever there is something to write', async () => {
    const serving = ['mock', 'mcp-server', 'proxy', 'serve', 'view'];
    const without = (await declaredCommands())
      .filter((command) => !command.options.some(({ long }) => long === '--output'))
      .map(pathOf);
    expect(without.sort()).toEqual(serving.sort());
  });
});

describe('the checker', () => {
  it.each<[string, Partial<DeclaredOption>, RegExp]>([
    [
      'another meaning',
      { word: '--lock', about: 'hold the door' },
      /--lock means two things: .*hold the door/,
    ],
    [
      'another kind of value',
      { word: '--port', value: '<name>', about: 'the port to serve on' },
      /--port means two/,
    ],
    [
      'a flag where others take a value',
      { word: '--from', value: '', about: 'read a saved catalogue' },
      /--from means/,
    ],
    [
      'a second word',
      { word: '--lockfile', about: 'the lock file' },
      /"the lock file" has two words: .*--lockfile/,
    ],
    [
      'a thing of the table under another word',
      { word: '--save-as', about: 'write the report to a file' },
      /--output/,
    ],
    [
      'a time under another word',
      { word: '--max-time', about: 'how long one request may take at most' },
      /--request-timeout/,
    ],
    ['a second catalogue under another word', { word: '--base', about: 'a second catalogue' }, /--against/],
    ['accepting under another word', { word: '--accept', about: 'accept every finding' }, /--update/],
  ])('objects to %s', (_, option, says) => {
    expect(planted([option]).join('\n')).toMatch(says);
  });

  it('lets a command say more behind the meaning, and an old spelling be', () => {
    expect(planted([{ word: '--lock', about: 'the lock file: of another project' }])).toEqual([]);
    expect(planted([{ word: '--lock', about: 'is now --output', old: true }])).toEqual([]);
  });
});
