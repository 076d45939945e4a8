/** Every error code has its line in docs/errors.md, and every line stands for a code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/cli.js';

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)
      ? [readFileSync(path, 'utf8')]
      : [];
  });
}

it('codes in the code and codes in the docs are the same', () => {
  const thrown = new Set<string>();
  for (const text of sources(join(root, 'src'))) {
    for (const [, code] of text.matchAll(/McptestError\(\{[^}]{0,200}?\bcode: '([a-z][a-z0-9-]+)'/g))
      thrown.add(code!);
  }
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([a-z][a-z0-9-]+)`/g)].map(([, code]) => code!),
  );
  expect(documented.filter((code, at) => documented.indexOf(code) !== at)).toEqual([]);
  expect([...thrown].filter((code) => !documented.includes(code)).sort()).toEqual([]);
  const all = sources(join(root, 'src')).join('\n');
  expect(documented.filter((code) => !all.includes(`'${code}'`))).toEqual([]);
});
