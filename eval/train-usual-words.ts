/**
 * `npm run train:words`: which of the words of `word-vectors.generated.ts` are usual in definitions of tools. One bit for
 * each and for each of two marks: definitions of at least three, and of at least eight unrelated servers of
 * MCPTEST_EVAL_DATA have the word; nothing else of them is kept. The same data gives the same bits.
 */
import { writeFileSync } from 'node:fs';
import { STEMS } from '../src/catalog/near/word-vectors.generated.js';
import { searchTerms } from '../src/catalog/words.js';
import { isObject } from '../src/util/plain.js';
import { benignServers } from './lib/security/benign.js';

/** Servers from which on a word is known, and is no matter of one trade. */
const SERVERS = { KNOWN: 3, USUAL: 8 };
const DEEPEST = 10;
const LINE = 100;

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

/** Descriptions and titles, those inside schemas too. */
function textsIn(value: unknown, depth = 0): string[] {
  if (Array.isArray(value)) return depth > DEEPEST ? [] : value.flatMap((one) => textsIn(one, depth + 1));
  if (!isObject(value) || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (typeof one !== 'string') return textsIn(one, depth + 1);
    return key === 'description' || key === 'title' ? [one] : [];
  });
}

const groups = new Map<string, Set<string>>();
for (const { catalog, group } of benignServers(data)) {
  for (const tool of catalog.tools) {
    for (const text of textsIn(tool)) {
      for (const term of searchTerms(text)) groups.set(term, (groups.get(term) ?? new Set()).add(group));
    }
  }
}
const stems = STEMS.split(' ');
const has = (stem: string, servers: number): boolean => (groups.get(stem)?.size ?? 0) >= servers;

function bitsOf(servers: number): string {
  const bits = new Uint8Array(Math.ceil(stems.length / 8));
  for (const [place, stem] of stems.entries()) if (has(stem, servers)) bits[place >> 3]! |= 1 << (place & 7);
  const lines = Buffer.from(bits)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g'));
  return (lines ?? []).map((line) => `'${line}'`).join(' +\n  ');
}

const target = new URL('../src/catalog/near/usual-words.generated.ts', import.meta.url);
writeFileSync(
  target,
  `/**
 * Which words definitions of tools have: a bit for each stem of \`word-vectors.generated.ts\`, set from three servers on
 * (KNOWN) and from eight (USUAL). Made by \`npm run train:words\`. Not to be edited.
 */
${Object.entries(SERVERS)
  .map(([name, servers]) => `export const ${name} =\n  ${bitsOf(servers)};\n`)
  .join('')}`,
);
for (const [name, servers] of Object.entries(SERVERS))
  console.log(`${name}: ${stems.filter((stem) => has(stem, servers)).length} of ${stems.length} words.`);
