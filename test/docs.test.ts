/** Links between pages lead somewhere, and every command stands in the reference. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { openRedactor } from '../src/redact/open-redactor.js';
import { root } from './lib/cli.js';

function pages(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return pages(join(dir, entry.name));
    return entry.name.endsWith('.md') ? [join(dir, entry.name)] : [];
  });
}

const all = [
  join(root, 'README.md'),
  join(root, 'CHANGELOG.md'),
  join(root, 'CONTRIBUTING.md'),
  ...pages(join(root, 'docs')),
  ...pages(join(root, 'examples')),
];

describe('documentation', () => {
  it('has no link that leads nowhere', () => {
    const broken = all.flatMap((page) =>
      [
        ...readFileSync(page, 'utf8')
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g),
      ]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(page), target)))
        .map((target) => `${page.slice(root.length)}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('names every page of docs/ in its index', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
    const missing = readdirSync(join(root, 'docs')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !index.includes(`(${name})`),
    );
    expect(missing).toEqual([]);
  });

  it('names every command and option in the reference', async () => {
    const reference = readFileSync(join(root, 'docs/reference/cli.md'), 'utf8');
    const program = await buildProgram({
      signal: new AbortController().signal,
      redactor: openRedactor({}),
      exit: () => {},
    });
    for (const command of program.commands) {
      expect(reference).toContain(`mcptest ${command.name()}`);
      for (const option of command.options)
        if (option.long !== '--debug' && !option.hidden)
          expect(reference, command.name()).toContain(option.long!);
    }
  });
});
