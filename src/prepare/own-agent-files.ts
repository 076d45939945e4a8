/**
 * The files that an agent of the user's own is made of, as far as they can be known: those that its command names and
 * those that `watch` adds. A recording of the agent is stale when one of them changed.
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Cassette } from '../types/cassette.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { namedFiles } from './known-servers.js';

const SKIPPED = new Set(['node_modules', '.git', '.mcptest', 'cassettes']);
const MOST_FILES = 5000;

/** Path from the suite's folder → fingerprint; undefined where nothing is watched. */
export async function ownAgentFiles(
  suite: Suite,
  { command, watch }: AgentSpec,
): Promise<Record<string, string> | undefined> {
  if (command === undefined || watch === false) return undefined;
  const added = watch === undefined ? [] : await matching(suite.dir, watch);
  return namedFiles(suite.dir, [{ command: [...command, ...added], cwd: suite.dir }]);
}

/** One sentence for each file that is not what it was when the agent was recorded. `others`: files of its servers. */
export function ownAgentChanges(
  recorded: Cassette['files'] = {},
  now: Record<string, string>,
  others: Record<string, string>,
): string[] {
  const before = new Map(Object.entries(recorded).filter(([name]) => !Object.hasOwn(others, name)));
  const names = new Set([...before.keys(), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    const how = changeOf(before.get(name), Object.hasOwn(now, name) ? now[name] : undefined);
    return how === undefined ? [] : [`the file ${oneLine(name)} of the agent ${how}`];
  });
}

function changeOf(before: string | undefined, now: string | undefined): string | undefined {
  if (before === now) return undefined;
  if (before === undefined) return 'was not recorded with it';
  return now === undefined ? 'is gone' : 'changed';
}

async function matching(dir: string, patterns: readonly string[]): Promise<string[]> {
  const expressions = patterns.map(expressionOf);
  const found: string[] = [];
  const folders = [dir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      const local = relative(dir, path).split(sep).join('/');
      if (entry.isFile() && expressions.some((expression) => expression.test(local))) found.push(path);
    }
    if (found.length > MOST_FILES) throw tooMany(patterns);
  }
  return found.sort();
}

/** `*` and `?` stay within a folder, `**` goes through any number of them. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replace(/^\.\//, '')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILDCARDS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('')}$`);
}

const WILDCARDS: Record<string, string | undefined> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};

function tooMany(patterns: readonly string[]): McptestError {
  return new McptestError({
    code: 'too-many-files',
    message: `\`watch: [${oneLine(patterns.join(', '))}]\` fits more than ${MOST_FILES} files`,
    hint: 'Name the files that the agent is made of more closely.',
  });
}
