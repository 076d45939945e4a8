/** What docs/architecture.md and docs/reference/where-things-are.md say of the code is so. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOMS, readLayers } from '../scripts/lib/architecture/rooms.js';
import { AGENT_WALK, type Hop, RUN_WALK } from '../scripts/lib/architecture/walks.js';
import { readSourceMap, wordKinds } from '../scripts/lib/architecture/words.js';
import { root } from './lib/cli.js';

const sources = readSourceMap();
const layers = readLayers();
const kinds = await wordKinds(sources);
const rooms = Object.assign({}, ...Object.values(ROOMS)) as Record<string, string>;
const order = Object.keys(rooms);

describe('the rooms', () => {
  it('have a sentence each, and every sentence has a room', () => {
    expect([...order].sort()).toEqual(Object.keys(layers).sort());
  });

  it('import only from rooms further down the page', () => {
    const upwards = Object.entries(layers).flatMap(([room, { imports }]) =>
      imports
        .filter((other) => order.indexOf(other) <= order.indexOf(room))
        .map((other) => `${room} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  it('that are called pure touch neither files, nor the network, nor the environment', () => {
    const effects = /from 'node:(fs|http|https|net|tls|child_process)|\bprocess\.(env|cwd)\b/;
    const pure = order.filter((room) => rooms[room]?.endsWith(' Pure.'));
    expect(pure).toContain('score');
    const impure = [...sources.values()].filter(
      ({ room, text }) => pure.includes(room) && effects.test(text),
    );
    expect(impure.map(({ file }) => file)).toEqual([]);
  });

  it('stand in the picture by their names', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const picture = /```\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const named = [...picture.matchAll(/([a-z-]+)\//g)].map(([, room]) => room!);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((room) => !order.includes(room))).toEqual([]);
  });
});

describe.each([
  ['one run', RUN_WALK],
  ['one agent run', AGENT_WALK],
])('the walk of %s', (_name, walk) => {
  it('has twelve hops at most', () => {
    expect(walk.length).toBeLessThanOrEqual(12);
  });

  it.each(walk.map((hop, at) => ({ ...hop, caller: walk[(hop.from ?? at) - 1], at })))(
    '$file has $name, and an earlier hop calls it',
    ({ file, name, does, caller, at }) => {
      const text = sources.get(`src/${file}`)?.text;
      expect(text, `src/${file}`).toMatch(new RegExp(`^export (async )?(function|class) ${name}\\b`, 'm'));
      for (const [, beside] of does.matchAll(/`([\w-]+\.ts)`/g))
        expect([...sources.keys()]).toContain(`src/${posix.dirname(file)}/${beside}`);
      if (at > 0) expectCall(caller, { file, name });
    },
  );
});

/** The caller imports the file, at once or when it is needed, and names what it takes from it. */
function expectCall(caller: Hop | undefined, { file, name }: Pick<Hop, 'file' | 'name'>): void {
  const source = sources.get(`src/${caller?.file}`);
  expect(source?.imports, caller?.file).toContain(file.replace(/\.ts$/, '.js'));
  const uses = source?.text.replace(/^import\b[^;]*;/gm, '') ?? '';
  expect(uses, `${caller?.file} calls ${name}`).toMatch(new RegExp(`\\b${name}\\(`));
}

describe('the words', () => {
  it.each(kinds)('$title: each word stands in the file that is named for it', ({ words, example }) => {
    expect(words.map(({ word }) => word)).toContain(example);
    const astray = words.filter(({ word, files }) => {
      const text = sources.get(files[0] ?? '')?.text;
      return text === undefined || !hasWord(text, word.split(' ').at(-1)!);
    });
    expect(astray).toEqual([]);
  });

  it('lead to files that exist', () => {
    const files = kinds.flatMap(({ words }) => words.flatMap((word) => word.files));
    expect(files.filter((file) => !sources.has(file))).toEqual([]);
  });

  it.each(['lint/rules', 'suite/blocks', 'metrics/schemas', 'mcp-server/verbs'])(
    'lead to every file of src/%s that is not shared by the others',
    (folder) => {
      const named = new Set(kinds.flatMap(({ words }) => words.flatMap((word) => word.files)));
      const files = [...sources.keys()].filter((file) => file.startsWith(`src/${folder}/`));
      expect(files.filter((file) => !named.has(file) && !/\/(common|call)\.ts$/.test(file))).toEqual([]);
    },
  );
});

/** As a word of its own or, in camel case, as a name; signs such as `>=` as a string. */
function hasWord(text: string, word: string): boolean {
  if (/^\W+$/.test(word)) return text.includes(`'${word}'`);
  const camel = word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const forms = [word, camel].map((form) => form.replace('$', '\\$')).join('|');
  return new RegExp(`(?<![\\w-])(${forms})(?![\\w-])`).test(text);
}
