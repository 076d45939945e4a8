/** Pages and hints name only commands, options and pages that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/cli.js';

const text = (file: string) => readFileSync(join(root, file), 'utf8');
const below = (dir: string, ending: RegExp): string[] =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => `${dir}/${file.replaceAll('\\', '/')}`)
    .sort();
const pages = ['README.md', ...below('docs', /\.md$/), ...below('examples', /\.md$/)];
const reference = text('docs/reference/cli.md');

/** What a page shows as typed: lines of code blocks and pieces of inline code. */
function typed(page: string): string[] {
  const blocks = [...page.matchAll(/```(?:sh|text|yaml)?\n([\s\S]*?)```/g)].flatMap((match) =>
    match[1]!.split('\n'),
  );
  const inline = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
  return [...blocks, ...inline].map((line) => line.replace(/^\s*(?:- run: |\$ )?(?:npx (?:-y )?)?/, ''));
}

it.each(pages)('%s', (file) => {
  const page = text(file);
  const unknown = typed(page).flatMap((line) => {
    const [, verb, rest] = /^mcptest ([a-z][a-z-]*)(.*)$/.exec(line) ?? [];
    if (verb === undefined) return [];
    const options = [
      ...rest!
        .replace(/ -- .*/, '')
        .replace(/"[^"]*"|'[^']*'/g, '')
        .matchAll(/ (--[a-z-]+)/g),
    ];
    const missing = options
      .map((match) => match[1]!)
      .filter((option) => option !== '--help' && !reference.includes(option));
    return [...(reference.includes(`mcptest ${verb}`) ? [] : [verb]), ...missing];
  });
  const links = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !existsSync(join(root, dirname(file), link)));
  expect({ unknown, links }).toEqual({ unknown: [], links: [] });
});

it('hints of errors lead to pages that exist', () => {
  const sources = below('src', /\.tsx?$/).filter((file) => !/\.test\.ts$|generated/.test(file));
  const named = sources.flatMap((file) =>
    text(file)
      .split('\n')
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
      .flatMap((line) => line.match(/\bdocs\/[\w/-]+\.md/g) ?? []),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([]);
});
