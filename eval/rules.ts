/**
 * Runs every lint rule over real catalogues: findings of each rule, the share of tools it hits, the time
 * a tool takes, and what it fired on (`tsx eval/rules.ts DESC-004` prints the texts). The data is not part
 * of this repository; MCPTEST_EVAL_DATA names its folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { descriptionScore } from '../src/lint/description-score.js';
import { lintCatalog } from '../src/lint/engine.js';
import { RULES } from '../src/lint/registry.js';
import type { Catalog } from '../src/types/catalog.js';

function load(folder: string): Catalog[] {
  const files = readdirSync(join(folder, 'catalogs'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('catalogs', name));
  return [...files, 'livemcpbench-catalogs.json'].flatMap((file) =>
    readCatalog(readFileSync(join(folder, file), 'utf8'), file),
  );
}

function table(catalogs: Catalog[]): void {
  const tools = catalogs.reduce((sum, catalog) => sum + catalog.tools.length, 0);
  console.log(`${catalogs.length} servers, ${tools} tools`);
  for (const rule of RULES) {
    const started = performance.now();
    const found = catalogs.flatMap((catalog) => lintCatalog([catalog], { rules: [rule.id] }).findings);
    const micros = ((performance.now() - started) * 1000) / tools;
    const hits = found.filter((finding) => finding.rule === rule.id);
    const hit = new Set(hits.map((finding) => `${finding.server}\n${finding.tool}`)).size;
    const share = ((100 * hit) / tools).toFixed(1).padStart(5);
    const name = `${rule.id} ${rule.name}`.padEnd(42);
    console.log(
      `  ${name} ${String(hits.length).padStart(6)} findings  ${share} % of tools  ${micros.toFixed(0)} µs`,
    );
  }
}

function scores(catalogs: Catalog[]): void {
  const all = catalogs.flatMap((catalog) => catalog.tools.map((tool) => descriptionScore(tool).score)).sort();
  const at = (share: number) => all[Math.floor(share * (all.length - 1))]!.toFixed(2);
  console.log(
    `  description score: min ${at(0)}, quartiles ${at(0.25)} ${at(0.5)} ${at(0.75)}, max ${at(1)}`,
  );
}

function show(catalogs: Catalog[], rule: string): void {
  for (const catalog of catalogs) {
    for (const finding of lintCatalog([catalog], { rules: [rule] }).findings) {
      if (finding.rule !== rule) continue;
      console.log(
        `${finding.server} ${finding.tool} ${finding.pointer}: ${finding.message} | ${finding.excerpt ?? ''}`,
      );
    }
  }
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/ and livemcpbench-catalogs.json.');
  process.exitCode = 2;
} else {
  const catalogs = load(dataFolder);
  const [rule] = process.argv.slice(2);
  if (rule !== undefined) show(catalogs, rule.toUpperCase());
  else {
    table(catalogs);
    scores(catalogs);
  }
}
