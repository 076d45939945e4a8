/** The pages of the lint rules are what `scripts/lib/rule-pages.ts` makes of the rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rulePages } from '../scripts/lib/rule-pages.js';

const root = join(import.meta.dirname, '..');

test('no page is stale, missing or left over', () => {
  const pages = rulePages();
  for (const [path, content] of pages) expect(readFileSync(join(root, path), 'utf8'), path).toBe(content);
  const there = readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
  expect(there.sort()).toEqual([...pages.keys()].sort());
});
