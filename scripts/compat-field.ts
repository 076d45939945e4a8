/**
 * `npm run check:clients:field`: the verdicts of `mcptest compat` on every catalogue of the data folder, as
 * docs/evidence/compat-field.md. MCPTEST_EVAL_DATA names the folder. Package names and counts only.
 */
import { writeFileSync } from 'node:fs';
import { everyCatalogue, npmCatalogues } from '../eval/lib/catalogues.js';
import { CLIENTS } from '../src/compat/clients.js';
import { compatReport } from '../src/compat/report.js';
import type { Catalog } from '../src/types/catalog.js';
import type { CompatReport, CompatVerdict } from '../src/types/compat.js';
import { CONFIRMED } from './lib/compat-confirmed.js';

const folder = process.env.MCPTEST_EVAL_DATA;
if (folder === undefined) {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/ and the other collections.');
  process.exit(2);
}

const VERDICTS: CompatVerdict[] = ['works', 'degraded', 'dropped', 'error'];
const nameOf = (server: string): string =>
  (server.split('/').at(-1) ?? server).replace(/[^\w-]+/g, '-') || 'server';
const judge = (catalog: Catalog): CompatReport =>
  compatReport([{ catalog, server_name: nameOf(catalog.server), name_from: 'server' }], {
    chosen: CLIENTS,
    clients: CLIENTS,
    month: '2026-11',
  });

/** What was read is still what is said. */
function isSaid(
  { client: id, rule, tool }: (typeof CONFIRMED)[number],
  clients: CompatReport['clients'],
): boolean {
  const findings = clients.find(({ client }) => client === id)?.findings ?? [];
  return findings.some(
    (finding) =>
      finding.rule === rule && finding.verdict === 'error' && (finding.tool ?? 'the list') === tool,
  );
}

const started = Date.now();
const counts = new Map<string, Record<string, number>>();
const rules = new Map<string, { servers: number; errors: number }>();
let tools = 0;
const all = everyCatalogue(folder);
const unread = new Set(CONFIRMED);
for (const catalog of all) {
  tools += catalog.tools.length;
  const { clients } = judge(catalog);
  for (const read of CONFIRMED)
    if (read.server === catalog.server && isSaid(read, clients)) unread.delete(read);
  const here = new Map<string, boolean>();
  for (const { client, verdict, findings } of clients) {
    const firm = findings.some(({ maybe }) => !maybe);
    const key = verdict === 'degraded' && !firm ? 'maybe' : verdict;
    const row = counts.get(client) ?? {};
    counts.set(client, row);
    row[key] = (row[key] ?? 0) + 1;
    for (const { rule, verdict: one } of findings)
      here.set(rule, (here.get(rule) ?? false) || one === 'error');
  }
  for (const [rule, isError] of here) {
    const row = rules.get(rule) ?? { servers: 0, errors: 0 };
    rules.set(rule, row);
    row.servers += 1;
    if (isError) row.errors += 1;
  }
}

const COLUMNS = ['works', 'maybe', 'degraded', 'dropped', 'error'];
const npm = npmCatalogues(folder).map((catalog) => {
  const { clients } = judge(catalog);
  const many = (verdict: CompatVerdict): number =>
    clients.filter((client) => client.verdict === verdict).length;
  return `| ${catalog.server} | ${catalog.tools.length} | ${VERDICTS.map(many).join(' | ')} |`;
});
const text = `# What clients make of real servers

Made by \`npm run check:clients:field\` from ${all.length} catalogues with ${tools} tools: packages of the npm registry and three public
collections of tool lists, some of them from mid-2025. Names of servers are those that they give themselves.

## Servers by client

How many servers are wholly taken, and how many are hit by something, by the worst of it. *maybe*: only by what is outdated,
unproven, hearsay or conditional.

| client | ${COLUMNS.join(' | ')} |
|---|${COLUMNS.map(() => '---:|').join('')}
${[...counts].map(([client, row]) => `| ${client} | ${COLUMNS.map((key) => row[key] ?? 0).join(' | ')} |`).join('\n')}

## Servers by rule

| rule | servers with a finding | with an error |
|---|---:|---:|
${[...rules]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([rule, row]) => `| [${rule}](../rules/${rule}.md) | ${row.servers} | ${row.errors} |`)
  .join('\n')}

## Packages of the npm registry

Clients by verdict.

| package | tools | works | degraded | dropped | error |
|---|---:|---:|---:|---:|---:|
${npm.join('\n')}

## Verdicts that were read

${CONFIRMED.length} verdicts of severity error, each held against the definition in the catalogue and the source of the fact.

| server | tool | client | rule | read |
|---|---|---|---|---|
${CONFIRMED.map(({ server, tool, client, rule, read }) => `| ${server} | \`${tool}\` | ${client} | ${rule} | ${read} |`).join('\n')}
`;
writeFileSync(new URL('../docs/evidence/compat-field.md', import.meta.url), text);
console.log(`${all.length} catalogues, ${tools} tools, ${Math.round((Date.now() - started) / 1000)} s`);
for (const { server, tool, client, rule } of unread)
  console.log(`no longer said: ${rule} of ${tool} of ${server} by ${client}`);
if (unread.size > 0) process.exitCode = 1;
