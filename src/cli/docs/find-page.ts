/** `mcptest docs TOPIC`: the part of the pages that is about a word, from the docs of the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McptestError } from '../../util/errors.js';

export interface Found {
  /** What kind of word it is. */
  kind: 'rule' | 'check' | 'error code' | 'metric' | 'page' | 'command' | 'reporter' | 'key';
  /** From the folder of the docs. */
  page: string;
  text: string;
}

/** Beside the bundle, and from src/cli/docs after a build. */
export function docsFolder(): string {
  const places = ['../docs/', '../../../docs/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, 'README.md')));
  if (found !== undefined) return found;
  throw new McptestError({
    code: 'no-docs',
    message: 'this installation of mcptest has no docs folder',
    hint: 'Install mcptest again from npm, or read https://mcptest.sh.',
  });
}

/** Every part that is about the topic, the most telling first; without a topic, where to begin. */
export function findTopic(folder: string, topic: string): Found[] {
  const word = topic.trim().replace(/^mcptest /, '');
  if (word === '') return [{ kind: 'page', page: 'README.md', text: read(folder, 'README.md') }];
  return FINDERS.flatMap((find) => find(folder, word) ?? []);
}

/** Every word that leads somewhere, for a hint. */
export function knownTopics(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !file.includes('README'))
    .map((file) => file.slice(file.lastIndexOf('/') + 1, -'.md'.length));
  const commands = [...read(folder, 'reference/cli.md').matchAll(/^## mcptest (.+)$/gm)].map(
    (match) => match[1]!,
  );
  const codes = [...read(folder, 'errors.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap((match) =>
    [...match[1]!.matchAll(/`([^`]+)`/g)].map((one) => one[1]!),
  );
  const rows = ['reporters.md', 'reference/suite.md'].flatMap((file) =>
    [...read(folder, file).matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]!),
  );
  return [...new Set([...pages, ...commands, ...codes, ...rows])];
}

type Finder = (folder: string, word: string) => Found | undefined;

const FINDERS: Finder[] = [
  (folder, word) =>
    /^[a-z]+-\d+$/i.test(word) ? page(folder, 'rule', `rules/${word.toUpperCase()}.md`) : undefined,
  (folder, word) => {
    const id = word.toUpperCase();
    const [, family] = /^C-([A-Z]+)-\d{3}$/.exec(id) ?? [];
    if (family === undefined) return undefined;
    const place = { kind: 'check', page: `conformance/${family}.md` } as const;
    return section(folder, place, new RegExp(`^## ${id}\\b`, 'm'));
  },
  (folder, word) => rowsOf(folder, word, ERRORS),
  (folder, word) => page(folder, 'metric', `metrics/${word.toLowerCase()}.md`),
  (folder, word) => page(folder, 'page', `${word.replace(/\.md$/, '').toLowerCase()}.md`),
  (folder, word) => page(folder, 'page', `evidence/${word.replace(/\.md$/, '').toLowerCase()}.md`),
  (folder, word) =>
    section(
      folder,
      { kind: 'command', page: 'reference/cli.md' },
      new RegExp(`^## mcptest ${literally(word)}$`, 'm'),
    ),
  (folder, word) => rowsOf(folder, word, REPORTERS),
  (folder, word) => {
    const place = { kind: 'key', page: 'reference/suite.md' } as const;
    return (
      section(folder, place, new RegExp(`^## (?:\`${literally(word)}\`|${literally(title(word))})$`, 'm')) ??
      keyRows(folder, word)
    );
  },
];

interface Table extends Omit<Found, 'text'> {
  head: string;
}

const ERRORS: Table = { kind: 'error code', page: 'errors.md', head: '| code | when | what to do |' };
const REPORTERS: Table = {
  kind: 'reporter',
  page: 'reporters.md',
  head: '| reporter | for | what is in it |',
};

/** The rows of a table whose first cell has the word. */
function rowsOf(folder: string, word: string, { head, ...place }: Table): Found | undefined {
  const rows = read(folder, place.page)
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split(' | ')[0]!.includes(`\`${word}\``));
  return rows.length === 0 ? undefined : { ...place, text: `${head}\n|---|---|---|\n${rows.join('\n')}` };
}

/** A key without a section of its own: its rows, with the section that each stands in, and what it is a list or map of. */
function keyRows(folder: string, word: string): Found | undefined {
  const place = { kind: 'key', page: 'reference/suite.md' } as const;
  const found: string[] = [];
  const types = new Set<string>();
  let heading = '';
  for (const line of read(folder, place.page).split('\n')) {
    if (line.startsWith('## ')) heading = line;
    if (!line.startsWith(`| \`${word}\` |`)) continue;
    found.push(`${heading}\n\n| key | type | default | meaning |\n|---|---|---|---|\n${line}`);
    for (const [, id] of line.split(' | ')[1]!.matchAll(/\(#(\w+)\)/g)) types.add(id!);
  }
  if (found.length === 0) return undefined;
  const parts = [...types].flatMap(
    (id) => section(folder, place, new RegExp(`^## ${literally(title(id))}$`, 'm'))?.text ?? [],
  );
  return { ...place, text: [...found, ...parts].join('\n\n') };
}

function page(folder: string, kind: Found['kind'], file: string): Found | undefined {
  // A word is never a way out of the folder.
  if (!/^(?:[a-z]+\/)?[\w-]+\.md$/i.test(file) || !existsSync(join(folder, file))) return undefined;
  return { kind, page: file, text: read(folder, file) };
}

function section(folder: string, place: Omit<Found, 'text'>, heading: RegExp): Found | undefined {
  if (!existsSync(join(folder, place.page))) return undefined;
  const text = read(folder, place.page);
  const start = heading.exec(text)?.index;
  if (start === undefined) return undefined;
  const end = text.slice(start + 3).search(/\n(?:<a id="[^"]*"><\/a>\s*)?## /);
  return { ...place, text: text.slice(start, end < 0 ? undefined : start + 3 + end) };
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const literally = (word: string): string => word.replace(/[^\w -]/g, '\\$&');
const title = (word: string): string => {
  const words = word.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
