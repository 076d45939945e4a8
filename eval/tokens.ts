/**
 * `npm run eval:tokens`: our token counts beside those of another tokenizer with ranks of its own, text by
 * text, on every catalogue of the data folder that MCPTEST_EVAL_DATA names and on a few texts that
 * tokenizers are known to disagree on. Exit code 1 when one of them differs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { tokenSurface } from '../src/catalog/token-surface.js';
import { tokenCounter } from '../src/tokens/token-counter.js';
import type { Catalog } from '../src/types/catalog.js';

const AWKWARD: Record<string, string> = {
  'end of text': 'a <|endoftext|> b <|im_start|>system',
  emoji: '👩‍👩‍👧 🇳🇴 ☕️',
  scripts: 'Übersetzung 天気予報を返す прогноз погоды ಕನ್ನಡ العربية',
  'white space': '\n\n   \t a  \r\n\r\n  b \u00a0\u2003',
  numbers: '1234567890 0x7f 3.14159 1e-9',
  lone: 'half of a pair: \ud83d',
  long: `${'ab'.repeat(4000)} ${'='.repeat(500)}`,
};

function load(folder: string): Map<string, Catalog[]> {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const saved = readdirSync(join(folder, 'catalogs')).filter((name) => name.endsWith('.json'));
  const lines = gunzipSync(readFileSync(join(folder, 'toucan-catalogs.jsonl.gz'))).toString('utf8');
  return new Map([
    ['catalogs', saved.flatMap((name) => readCatalog(text(`catalogs/${name}`), name))],
    ['livemcpbench', readCatalog(text('livemcpbench-catalogs.json'), 'livemcpbench-catalogs.json')],
    [
      'toucan',
      lines
        .split('\n')
        .filter(Boolean)
        .flatMap((line) => readCatalog(line, 'toucan.json')),
    ],
  ]);
}

async function compare(folder: string): Promise<number> {
  const ours = await tokenCounter();
  const other = new Tiktoken(ranks);
  // Nothing in a catalogue is a control token, whatever it looks like.
  const theirs = (text: string) => other.encode(text, [], []).length;
  let wrong = 0;
  for (const [name, catalogs] of load(folder)) {
    let [tools, tokens, differ] = [0, 0, 0];
    for (const catalog of catalogs) {
      const [a, b] = [tokenSurface(catalog.tools, ours), tokenSurface(catalog.tools, theirs)];
      tools += a.by_tool.length;
      tokens += a.total;
      for (const [i, tool] of a.by_tool.entries()) {
        if (JSON.stringify(tool) === JSON.stringify(b.by_tool[i])) continue;
        differ += 1;
        console.log(`  ${catalog.server} ${tool.name}: ${tool.tokens} here, ${b.by_tool[i]!.tokens} there`);
      }
    }
    wrong += differ;
    console.log(
      `${name}: ${catalogs.length} servers, ${tools} tools, ${tokens} tokens, ${differ} tools differ`,
    );
  }
  for (const [name, text] of Object.entries(AWKWARD)) {
    const [a, b] = [ours(text), theirs(text)];
    if (a === b) continue;
    wrong += 1;
    console.log(`${name}: ${a} here, ${b} there`);
  }
  console.log(wrong === 0 ? 'every count is equal' : `${wrong} counts differ`);
  return wrong;
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/ and livemcpbench-catalogs.json.');
  process.exitCode = 2;
} else if ((await compare(dataFolder)) > 0) process.exitCode = 1;
