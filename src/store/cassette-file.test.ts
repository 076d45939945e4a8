import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cassetteFinder } from './cassette-file.js';

it('a cassette is found by its label, and what is given out as free is taken', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'cassettes-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const suite = join(dir, 'mcptest.yml');
  const label = (test: string) => JSON.stringify({ suite: 'mcptest.yml', test });
  mkdirSync(join(dir, 'cassettes'));
  const there = { 'a-b.json': 'A, b', 'a-b-2.json': 'a b', 'a-b-2-2.json': 'a b 2', 'a-b-10.json': 'A b' };
  for (const [name, test] of Object.entries(there)) writeFileSync(join(dir, 'cassettes', name), label(test));

  const find = cassetteFinder();
  const named = async (test: string) => {
    const { path, text } = await find(suite, test);
    return [basename(path), text !== undefined];
  };
  for (const [name, test] of Object.entries(there)) expect(await named(test)).toEqual([name, true]);
  expect(await named('a: b')).toEqual(['a-b-3.json', false]);
  expect(await named('a; b')).toEqual(['a-b-4.json', false]);
  expect(await named('a b-2')).toEqual(['a-b-2-3.json', false]);
  expect(await named('other')).toEqual(['other.json', false]);
  expect(readdirSync(join(dir, 'cassettes'))).toHaveLength(4);
});
