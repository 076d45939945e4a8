/** The signatures in docs/library.md: what each function takes, from the list that checks it, and what it returns. */
import { readdirSync, readFileSync } from 'node:fs';
import { LIBRARY_OPTIONS } from '../../src/verbs/library-options.js';

const ROOMS = ['verbs', 'store'];
const WORDS: Record<string, string> = {
  texts: 'string[]',
  'text or texts': 'string or string[]',
  text: 'string',
  'text or flag': 'string or boolean',
  number: 'number',
  count: 'number, 0 or more',
  times: 'number, 1 or more',
  flag: 'boolean',
  map: 'object',
  'map of texts': 'map of strings',
  function: 'function',
  signal: 'AbortSignal',
  shard: '{ index, total }',
};

export function librarySignatures(): string {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(new URL(`../../src/${room}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`../../src/${room}/${file}`, import.meta.url), 'utf8')),
  );
  return Object.entries(LIBRARY_OPTIONS)
    .flatMap(([name, table]) => {
      const required = new Set<string>('required' in table ? table.required : []);
      const options = Object.entries(table.options).map(
        ([option, kind]) => `\`${option}\`${required.has(option) ? '' : ' ?'} ${typeOf(kind)}`,
      );
      return [`### ${name}`, '', `\`${signature(name, sources)}\``, '', `${options.join('; ')}.`, ''];
    })
    .join('\n')
    .trimEnd();
}

function typeOf(kind: unknown): string {
  if (typeof kind === 'string') return WORDS[kind] ?? missing(`a word for ${kind}`);
  const { oneOf, options } = kind as { oneOf?: string[]; options?: Record<string, unknown> };
  if (oneOf) return oneOf.map((one) => `\`'${one}'\``).join(' or ');
  return `object: ${Object.entries(options ?? {})
    .map(([name, one]) => `\`${name}\` ? ${typeOf(one)}`)
    .join(', ')}`;
}

/** As it is written in the source, on one line and without what callers do not see. */
function signature(name: string, sources: string[]): string {
  const head = new RegExp(`export (?:async )?function ${name}\\(([\\s\\S]*?)\\)(: [\\s\\S]+?) \\{\\n`);
  for (const source of sources) {
    const found = head.exec(source);
    if (!found) continue;
    const [, given = '', returned = ''] = found;
    return `${name}(${flat(given)})${flat(returned)}`.replace('ScriptedRedteam', 'RedteamInput');
  }
  return missing(`export function ${name}`);
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

function missing(what: string): never {
  throw new Error(`docs/library.md: there is no ${what}`);
}
