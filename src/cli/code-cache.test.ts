import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type CachePlace, codePlace, loadBundle } from './code-cache.js';

const work = mkdtempSync(join(tmpdir(), 'mcptest-code-'));
const file = join(work, 'bundle.cjs');
writeFileSync(
  file,
  `"use strict";
  const loaded = exports.loaded = new Map();
  exports.start = async (argv) => { loaded.set(argv[0]); return [argv[0], require('node:path').basename(__filename)]; };`,
);

let number = 0;
const fresh = (): CachePlace => ({ folder: join(work, `cache-${++number}`), key: 'abc-1-run' });
const kept = (place: CachePlace): string => join(place.folder, place.key);

const before = new Set(process.listeners('exit'));
/** Load, run, and leave as the process would. */
async function use(place: CachePlace | undefined, ...argv: string[]): Promise<boolean> {
  const loaded = loadBundle(file, place);
  expect(await loaded.bundle.start(argv)).toEqual([argv[0], 'bundle.cjs']);
  leave();
  return loaded.kept;
}
function leave(): void {
  for (const listener of process.listeners('exit').filter((each) => !before.has(each))) {
    process.off('exit', listener);
    (listener as () => void)();
  }
}
afterEach(leave);

test('what was compiled is used the next time, and written again only when more was used', async () => {
  const place = fresh();
  expect(await use(place, 'a')).toBe(false);
  const { ino, mode } = statSync(kept(place));
  expect(mode & 0o777).toBe(0o600);
  expect(await use(place, 'a')).toBe(true);
  expect(statSync(kept(place)).ino).toBe(ino);
  expect(await use(place, 'b')).toBe(true);
  expect(statSync(kept(place)).ino).not.toBe(ino);
  const both = statSync(kept(place)).ino;
  expect([await use(place, 'a'), await use(place, 'b')]).toEqual([true, true]);
  expect(statSync(kept(place)).ino).toBe(both);
});

test('the second file of the bundle is kept with the first, also by a run that did not need it', async () => {
  const folder = join(work, 'two-files');
  mkdirSync(folder);
  const first = join(folder, 'first.cjs');
  writeFileSync(
    first,
    `const loaded = exports.loaded = new Map();
    exports.start = async ([name]) => { loaded.set(name); return name === 'more' && require('./rest.cjs') === require('./rest.cjs'); };`,
  );
  writeFileSync(join(folder, 'rest.cjs'), 'exports.of = __filename;');
  const place = fresh();
  const start = async (name: string): Promise<unknown> => {
    const given = await loadBundle(first, place).bundle.start([name]);
    leave();
    return given;
  };
  const names = (): string => readFileSync(kept(place), 'latin1').slice(32).split('\0')[0]!;
  expect(await start('plain')).toBe(false);
  expect(names()).not.toContain('rest.cjs');
  expect(await start('more')).toBe(true);
  expect(names()).toContain('rest.cjs');
  await start('other');
  expect(names()).toMatch(/"plain","more","other".*"rest\.cjs"/);
});

test('a damaged file is not given to V8, and is replaced', async () => {
  const place = fresh();
  await use(place, 'a');
  const good = readFileSync(kept(place));
  const damaged = [good.subarray(0, good.length - 9), good.subarray(0, 7), Buffer.alloc(0)];
  for (const at of [0, 40, good.length >> 1, good.length - 1]) {
    const copy = Buffer.from(good);
    copy[at]! ^= 0x55;
    damaged.push(copy);
  }
  for (const bytes of damaged) {
    writeFileSync(kept(place), bytes);
    expect(await use(place, 'a')).toBe(false);
    expect(await use(place, 'a')).toBe(true);
  }
});

test.skipIf(process.platform === 'win32')('a file that others can write is not read', async () => {
  const place = fresh();
  await use(place, 'a');
  chmodSync(kept(place), 0o666);
  expect(await use(place, 'a')).toBe(false);
  expect(statSync(kept(place)).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform === 'win32')(
  'a folder that others can write is neither read nor written',
  async () => {
    const place = fresh();
    await use(place, 'a');
    const { ino } = statSync(kept(place));
    chmodSync(place.folder, 0o777);
    expect([await use(place, 'a'), await use(place, 'b')]).toEqual([false, false]);
    expect(statSync(kept(place)).ino).toBe(ino);
    chmodSync(place.folder, 0o700);
    expect(await use(place, 'a')).toBe(true);
  },
);

test('nothing half written stays behind', async () => {
  const place = fresh();
  mkdirSync(join(kept(place), 'in-the-way'), { recursive: true });
  expect(await use(place, 'a')).toBe(false);
  expect(readdirSync(place.folder)).toEqual([place.key]);
});

test('a folder that cannot be written costs nothing but time', async () => {
  const place = { folder: join(file, 'below-a-file'), key: 'abc-1-run' };
  expect([await use(place, 'a'), await use(place, 'a')]).toEqual([false, false]);
});

test('the oldest files give way', async () => {
  const place = fresh();
  mkdirSync(place.folder);
  for (let n = 0; n < 60; n++) writeFileSync(join(place.folder, `old-${n}`), '');
  await use(place, 'a');
  const names = readdirSync(place.folder);
  expect(names).toHaveLength(40);
  expect(names).toContain(place.key);
});

test('commands, builds and users have places of their own', () => {
  const at = (bundle: string, argv: string[], env: NodeJS.ProcessEnv) => codePlace(bundle, argv, env)!;
  const home = { HOME: join(work, 'home') };
  const one = at('b1', ['run', 'suite.yml'], home);
  expect(one.folder).toBe(join(work, 'home', '.cache', 'mcptest', 'code'));
  expect(one.key).toMatch(/^[0-9a-f]{16}-[0-9a-f]+-run$/);
  expect(at('b2', ['run'], home).key).not.toBe(one.key);
  expect(at('b1', ['lint'], home).key).not.toBe(one.key);
  expect(at('b1', ['../../x'], home).key).toMatch(/-mcptest$/);
  expect(at('b1', ['run'], { ...home, XDG_CACHE_HOME: work }).folder).toBe(join(work, 'mcptest', 'code'));
  expect(at('b1', ['run'], { ...home, XDG_CACHE_HOME: 'here' }).folder).toBe(one.folder);
  expect(codePlace('b1', ['run'], { HOME: 'here' })).toBeUndefined();
  for (const off of ['NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'])
    expect(codePlace('b1', ['run'], { ...home, [off]: '1' })).toBeUndefined();
});

test('an install keeps its own code: a stack trace names its files', () => {
  const copy = join(work, 'copy');
  cpSync(join(import.meta.dirname, '../../dist'), copy, { recursive: true });
  const env = { ...process.env, XDG_CACHE_HOME: join(work, 'two') };
  const help = (dist: string) =>
    execFileSync(process.execPath, [join(dist, 'cli.js'), 'help', 'run'], { env });
  for (const dist of [join(import.meta.dirname, '../../dist'), copy]) help(dist);
  expect(readdirSync(join(work, 'two', 'mcptest', 'code'))).toHaveLength(2);
});

test('the built command keeps its code, and starts the same with and without it', () => {
  const cache = join(work, 'built');
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const plan = (env: Record<string, string>) =>
    execFileSync(process.execPath, [cli, 'plan-runs', '--floor', '0.9'], {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
    });
  const without = plan({ NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(() => readdirSync(cache)).toThrow();
  expect([plan({}), plan({})]).toEqual([without, without]);
  expect(readdirSync(join(cache, 'mcptest', 'code'))).toEqual([expect.stringMatching(/-plan-runs$/)]);
});
