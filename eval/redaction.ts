/**
 * `npm run eval:redaction`: how much that is harmless is blotted. Look-alikes of secrets (hashes, ids, base64 images,
 * words of URLs) and every string of the catalogues and replies of the data folder that MCPTEST_EVAL_DATA names, with
 * secrets in the environment as a machine of CI has them. Exit code 1 above two percent of either.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRedactor, type Redactor } from '../src/redact/redactor.js';
import { type Blots, blotsIn, lookAlikes, secretsOfCi } from './lib/look-alikes.js';

const MOST = 0.02;

/** Keys as well: a name of a tool may look like anything. */
function stringsOf(value: unknown, out: string[]): string[] {
  if (typeof value === 'string') out.push(value);
  if (typeof value !== 'object' || value === null) return out;
  if (!Array.isArray(value)) out.push(...Object.keys(value));
  for (const inner of Object.values(value)) stringsOf(inner, out);
  return out;
}

function textsOf(folder: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    texts.set(name, stringsIn(name.replace(/\.gz$/, ''), text));
  }
  return texts;
}

/** What is no JSON, whatever it is called, is text. */
function stringsIn(name: string, text: string): string[] {
  const parts = name.endsWith('.json') ? [text] : text.split('\n').filter(Boolean);
  return parts.flatMap((part) => {
    try {
      return stringsOf(JSON.parse(part), []);
    } catch {
      return [part];
    }
  });
}

function tell(name: string, { texts, blotted, examples }: Blots): boolean {
  const share = blotted / Math.max(1, texts);
  console.log(`${name}: ${texts} texts, ${blotted} blotted (${(100 * share).toFixed(3)} %)`);
  for (const example of examples.slice(0, 3)) console.log(`    ${example.slice(0, 160)}`);
  return share <= MOST;
}

function evaluate(folder: string): boolean {
  const redactor: Redactor = createRedactor(secretsOfCi());
  const strings = textsOf(folder);
  const all = [...strings.values()].flat();
  const real = tell('strings of catalogues and replies', blotsIn(all, redactor));
  const found = all.flatMap((text) => lookAlikes(text));
  const alike = tell('look-alikes found in them', blotsIn(found, redactor));
  const made = tell('look-alikes made up', blotsIn(lookAlikes(), redactor));
  return real && alike && made;
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/ and livemcpbench-catalogs.json.');
  process.exitCode = 2;
} else if (!evaluate(dataFolder)) process.exitCode = 1;
