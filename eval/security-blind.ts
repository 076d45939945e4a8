/**
 * `npm run eval:security`, third part: texts of our own that were written before anybody looked at a rule
 * (`eval/blind/`). Nothing learns from them. The first two sets have served as development sets since they were
 * measured; the third was measured once. `--list` prints every miss and every false alarm, `--set second` reads one
 * set only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { lintCatalog } from '../src/lint/engine.js';
import { SEC_RULES } from '../src/lint/sec-registry.js';
import { isAtLeast } from '../src/lint/severity.js';
import type { Catalog, ToolDef } from '../src/types/catalog.js';
import { rateOf } from './lib/security/rates.js';

interface Line {
  kind: string;
  name: string;
  description: string;
  params: string[];
  siblings?: { name: string; description: string }[];
}

interface Judged extends Line {
  rules: string[];
  isHigh: boolean;
}

const folder = new URL('./blind/', import.meta.url);
/** What is not said about the text of a tool: names and missing annotations. */
const RULES = SEC_RULES.map(({ id }) => id).filter((id) => id !== 'SEC-009');

function toolOf({ name, description, params = [] }: Partial<Line> & { name: string }): ToolDef {
  const properties = Object.fromEntries(params.map((param) => [param, { type: 'string' }]));
  return { name, description, inputSchema: { type: 'object', properties } } as ToolDef;
}

function judge(line: Line): Judged {
  const tools = [toolOf(line), ...(line.siblings ?? []).map(toolOf)];
  const catalog: Catalog = { server: 'blind', tools };
  const found = lintCatalog([catalog], { rules: RULES }).findings.filter(
    ({ severity, tool }) =>
      (tool === line.name || tool === undefined) && severity !== 'pass' && isAtLeast(severity, 'medium'),
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
  const judged = lines.map((line) => judge(JSON.parse(line) as Line));
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
