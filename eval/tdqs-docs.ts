/**
 * `npm run eval:tdqs > out.txt; npx tsx eval/tdqs-docs.ts out.txt` puts the tables that were printed into
 * `docs/tdqs.md`, between their marks, with the rubric that they are of. No figure is copied by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { OFFLINE_RUBRIC } from '../src/tdqs/offline/judge.js';

/** The mark in the page → how the table's first line begins. */
const TABLES: Readonly<Record<string, string>> = {
  'left out': 'The published judge by servers left out',
  'all rows': 'The published judge, ',
  npm: 'Distribution over 53 ',
  toucan: 'Distribution over 870 ',
  jury: 'The jury of ',
};

const [from] = process.argv.slice(2);
if (from === undefined) throw new Error('name the file with the output of `npm run eval:tdqs`');
const blocks = readFileSync(from, 'utf8').split(/\n\s*\n/);
const page = new URL('../docs/tdqs.md', import.meta.url);
let text = readFileSync(page, 'utf8');
for (const [mark, start] of Object.entries(TABLES)) {
  const found = blocks.find((block) => block.trimStart().startsWith(start));
  if (found === undefined) throw new Error(`${from} has no table that begins with "${start}"`);
  const [open, close] = [`<!-- eval:tdqs ${mark} -->`, '<!-- end -->'];
  const at = text.indexOf(open);
  const end = text.indexOf(close, at);
  if (at === -1 || end === -1) throw new Error(`docs/tdqs.md has no place for "${mark}"`);
  const lines = found
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const fence = ['```', `rubric ${OFFLINE_RUBRIC}`, ...lines, '```'].join('\n');
  text = `${text.slice(0, at)}${open}\n${fence}\n${text.slice(end)}`;
}
writeFileSync(page, text);
