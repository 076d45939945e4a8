/**
 * Runs every lint rule over real catalogues: findings of each rule, the share of tools it hits with an interval that
 * draws whole servers again, the same share on two halves of the servers, and the time a tool takes. What is true of
 * a stranger's tool nobody has labelled; so the rest is for reading:
 *   tsx eval/rules.ts DESC-004            every finding of a rule, with the text that it fired on (false alarms)
 *   tsx eval/rules.ts DESC-004 --silent   every tool on which it is silent, with its description (misses)
 *   tsx eval/rules.ts --list              every finding of every rule
 *   tsx eval/rules.ts --servers           findings a tool of each server
 * The data is not part of this repository; MCPTEST_EVAL_DATA names its folder.
 */
import { descriptionScore } from '../src/lint/description-score.js';
import { lintCatalog } from '../src/lint/engine.js';
import { RULES } from '../src/lint/registry.js';
import type { Catalog } from '../src/types/catalog.js';
import type { Finding } from '../src/types/envelope.js';
import { liveMcpBenchCatalogues, npmCatalogues } from './lib/catalogues.js';
import { randomOf } from './lib/random.js';

/** Of one server: how many tools it has, and how many of them a rule hits. */
interface Hit {
  tools: number;
  hit: number;
}

function table(catalogs: readonly Catalog[]): void {
  const tools = toolsOf(catalogs);
  console.log(`${catalogs.length} servers, ${tools} tools; 95 % intervals over servers in brackets`);
  for (const rule of RULES) {
    const started = performance.now();
    const found = catalogs.map((catalog) => findingsOf(catalog, rule.id));
    const micros = ((performance.now() - started) * 1000) / tools;
    const hits = catalogs.map((catalog, i): Hit => {
      const hit = new Set(found[i]!.map((finding) => finding.tool)).size;
      return { tools: catalog.tools.length, hit };
    });
    const [low, high] = interval(hits);
    const halves = [0, 1].map((half) => percent(share(hits.filter((_, i) => i % 2 === half))));
    console.log(
      `  ${`${rule.id} ${rule.name}`.padEnd(36)} ${String(found.flat().length).padStart(6)} findings  ` +
        `${percent(share(hits)).padStart(5)} % of tools [${percent(low)}, ${percent(high)}]  ` +
        `halves ${halves.join(' / ')}  ${micros.toFixed(0)} µs`,
    );
  }
}

function findingsOf(catalog: Catalog, rule: string): Finding[] {
  return lintCatalog([catalog], { rules: [rule] }).findings.filter((finding) => finding.rule === rule);
}

function toolsOf(catalogs: readonly Catalog[]): number {
  return catalogs.reduce((sum, catalog) => sum + catalog.tools.length, 0);
}

function share(hits: readonly Hit[]): number {
  const tools = hits.reduce((sum, each) => sum + each.tools, 0);
  return hits.reduce((sum, each) => sum + each.hit, 0) / Math.max(1, tools);
}

/** Where 95 of 100 shares lie when servers are drawn again with replacement; the same draws each time. */
function interval(hits: readonly Hit[], draws = 1000): [number, number] {
  const random = randomOf(1);
  const drawn = Array.from({ length: draws }, () => share(hits.map(() => random.pick(hits)))).sort(
    (a, b) => a - b,
  );
  return [drawn[Math.floor(draws * 0.025)]!, drawn[Math.ceil(draws * 0.975) - 1]!];
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function scores(catalogs: readonly Catalog[]): void {
  const all = catalogs.flatMap((catalog) => catalog.tools.map((tool) => descriptionScore(tool).score)).sort();
  const at = (part: number) => all[Math.floor(part * (all.length - 1))]!.toFixed(2);
  console.log(
    `  description score: min ${at(0)}, quartiles ${at(0.25)} ${at(0.5)} ${at(0.75)}, max ${at(1)}`,
  );
}

function list(catalogs: readonly Catalog[], rules: readonly string[]): void {
  for (const rule of rules) {
    for (const finding of catalogs.flatMap((catalog) => findingsOf(catalog, rule))) {
      const { server, tool, pointer, message, excerpt = '' } = finding;
      console.log(`${rule} ${server} ${tool} ${pointer}: ${message} | ${excerpt}`);
    }
  }
}

function listSilent(catalogs: readonly Catalog[], rule: string): void {
  for (const catalog of catalogs) {
    const hit = new Set(findingsOf(catalog, rule).map((finding) => finding.tool));
    for (const tool of catalog.tools.filter(({ name }) => !hit.has(name))) {
      console.log(
        `${rule} silent on ${catalog.server} ${tool.name} | ${JSON.stringify(tool.description ?? '')}`,
      );
    }
  }
}

function perServer(catalogs: readonly Catalog[]): void {
  const rows = catalogs.map((catalog) => {
    const { findings } = lintCatalog([catalog]);
    const problems = findings.filter(({ severity }) => severity !== 'pass').length;
    return {
      name: catalog.server,
      rate: problems / Math.max(1, catalog.tools.length),
      n: catalog.tools.length,
    };
  });
  rows.sort((a, b) => b.rate - a.rate);
  for (const { name, rate, n } of rows)
    console.log(`  ${rate.toFixed(1).padStart(6)} a tool of ${n}  ${name}`);
}

const dataFolder = process.env.MCPTEST_EVAL_DATA;
if (dataFolder === undefined || dataFolder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/ and livemcpbench-catalogs.json.');
  process.exitCode = 2;
} else {
  const catalogs = [...npmCatalogues(dataFolder), ...liveMcpBenchCatalogues(dataFolder)];
  const given = process.argv.slice(2);
  const rule = given.find((word) => !word.startsWith('--'))?.toUpperCase();
  if (rule !== undefined && given.includes('--silent')) listSilent(catalogs, rule);
  else if (rule !== undefined) list(catalogs, [rule]);
  else if (given.includes('--list'))
    list(
      catalogs,
      RULES.map(({ id }) => id),
    );
  else {
    table(catalogs);
    scores(catalogs);
    if (given.includes('--servers')) perServer(catalogs);
  }
}
