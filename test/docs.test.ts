/** Links between pages lead somewhere, and every command stands in the reference. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ODD_PHRASES } from '../scripts/lib/odd-phrases.js';
import { buildProgram } from '../src/cli/program.js';
import { openRedactor } from '../src/redact/open-redactor.js';
import { parseYaml } from '../src/source/yaml.js';
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

/** As GitHub makes them of headings, and those that a page sets itself. */
function anchorsOf(page: string): Set<string> {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id!)]);
}

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

  it('has no link to a heading that is not there', () => {
    const plain = (page: string) => readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');
    const broken = all.flatMap((page) =>
      [...plain(page).matchAll(/\]\(([^)#\s:]*)#([^)]*)\)/g)]
        .map(([, target, anchor]) => ({ file: target ? join(dirname(page), target) : page, anchor: anchor! }))
        .filter(({ file }) => file.endsWith('.md') && existsSync(file))
        .filter(({ file, anchor }) => !anchorsOf(plain(file)).has(anchor))
        .map(({ file, anchor }) => `${page.slice(root.length)}: ${file.slice(root.length)}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  it('shows YAML that can be read', () => {
    const broken = all.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/^( *)```ya?ml\n([\s\S]*?)^ *```/gm)].flatMap(
        ([, indent, block]) =>
          parseYaml(block!.replace(new RegExp(`^${indent}`, 'gm'), ''), page).problems.map(
            ({ message }) => `${page.slice(root.length)}: ${message}`,
          ),
      ),
    );
    expect(broken).toEqual([]);
  });

  it('leads each reader through pages that are there, one after the other', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n## ')[0]!;
    const paths = index.split(/^\*\*You /m).slice(1);
    expect(paths.map((path) => path.split('**')[0])).toEqual([
      'wrote an MCP server',
      'build an agent',
      'lead a team',
      'are a coding agent',
      'audit a server',
      'want to change mcptest',
    ]);
    for (const path of paths) expect(path.match(/^\d\. \[/gm)?.length).toBeGreaterThan(2);
  });

  it('names every page of docs/ in its index', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
    const names = ['', 'evidence/'].flatMap((dir) =>
      readdirSync(join(root, 'docs', dir)).map((name) => `${dir}${name}`),
    );
    const missing = names.filter(
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

describe('the pages for users', () => {
  /** The field run quotes findings as they were printed. */
  const inside = /[/]examples[/]|field-run\.md$/;
  const phrasesIn = (text: string): string[] =>
    text
      .replace(/^```[\s\S]*?^```/gm, '')
      .split('\n')
      .flatMap((line) =>
        ODD_PHRASES.flatMap(([phrase, instead]) => {
          const found = phrase.exec(line)?.[0];
          return found === undefined ? [] : [`${found} (write: ${instead})`];
        }),
      );

  it('have no phrase that sounds translated', () => {
    const users = all.filter((page) => !inside.test(page));
    const odd = users.flatMap((page) =>
      phrasesIn(readFileSync(page, 'utf8')).map((found) => `${relative(root, page)}: ${found}`),
    );
    expect(odd).toEqual([]);
  });

  it('are found out if they have', () => {
    expect(phrasesIn('It was told in words.')).toEqual(['was told in (write: is reported, the error shows)']);
    expect(phrasesIn('A row of its own.\n```\nmend\n```\nIt is mended.')).toHaveLength(2);
  });
});
