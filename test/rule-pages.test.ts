/** Whether a page of a lint rule is stale is seen by `generated.test.ts`; this sees pages of rules that are gone. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compatPages } from '../scripts/lib/compat-pages.js';
import { rulePages } from '../scripts/lib/rule-pages.js';

const root = join(import.meta.dirname, '..');

test('every page is of a rule', () => {
  const pages = Object.keys({ ...rulePages(), ...compatPages() }).filter((path) =>
    path.startsWith('docs/rules/'),
  );
  const there = readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
  expect(there.sort()).toEqual(pages.sort());
});
