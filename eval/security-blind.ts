/**
 * `npm run eval:security`, third part: texts of our own that were written before anybody looked at a rule
 * (`eval/blind/`). Each has served as a development set since it was measured, and SEC-027 learns from it; what each
 * gave when it was new is in docs/decisions. `--list` prints every miss and every false alarm, `--set second` reads
 * one set only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { lintCatalog } from '../src/lint/engine.js';
import { SEC_RULES } from '../src/lint/sec-registry.js';
import { isAtLeast } from '../src/lint/severity.js';
import { type BlindLine, blindCatalog } from './lib/security/blind.js';
import { rateOf } from './lib/security/rates.js';

interface Judged extends BlindLine {
  rules: string[];
  isHigh: boolean;
}

const folder = new URL('./blind/', import.meta.url);
/** What is not said about the text of a tool: names and missing annotations. */
const RULES = SEC_RULES.map(({ id }) => id).filter((id) => id !== 'SEC-009');

function judge(line: BlindLine): Judged {
  const found = lintCatalog([blindCatalog(line)], { rules: RULES }).findings.filter(
    ({ severity, tool }) =>
      !line.siblings?.some(({ name }) => name === tool) &&
      severity !== 'pass' &&
      isAtLeast(severity, 'medium'),
  );
  return {
    ...line,
    rules: [...new Set(found.map(({ rule }) => rule))],
    isHigh: found.some(({ severity }) => severity !== 'pass' && isAtLeast(severity, 'high')),
  };
}

const set = process.argv.indexOf('--set');
const prefix = set === -1 ? '' : process.argv[set + 1]!;
const isListed = process.argv.includes('--list');
for (const file of readdirSync(folder)
  .filter((name) => name.startsWith(prefix) && name.endsWith('.jsonl'))
  .sort()) {
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n').filter(Boolean);
  const judged = lines.map((line) => judge(JSON.parse(line) as BlindLine));
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  console.log(`${file}: what is reported at medium or above, and high`);
  const row = (of: readonly Judged[]) => ({
    reported: rateOf(of.filter(({ rules }) => rules.length > 0).length, of.length),
    'without SEC-027': rateOf(
      of.filter(({ rules }) => rules.some((id) => id !== 'SEC-027')).length,
      of.length,
    ),
    high: rateOf(of.filter(({ isHigh }) => isHigh).length, of.length),
  });
  console.table(
    Object.fromEntries([
      ...kinds.map((kind) => [kind, row(judged.filter((one) => one.kind === kind))]),
      ['all', row(judged)],
    ]),
  );
  if (!isListed) continue;
  const isAttack = file.includes('attack');
  for (const one of judged.filter(({ rules }) => (rules.length === 0) === isAttack))
    console.log(`  ${isAttack ? 'missed' : one.rules.join()} ${one.kind} ${one.name}: ${one.description}`);
}
