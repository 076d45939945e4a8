/**
 * `npm run eval:security`: recall of the security rules on poisoned definitions and findings on benign
 * ones, a rule and a kind; writes the figures that `mcptest security --about` prints. The data directory
 * is given by MCPTEST_EVAL_DATA; the Toucan catalogues are apart, and the few findings of high on them were
 * read. `security-labelled.ts` is the second part.
 * `--list` prints every finding of medium or above on the benign tools that are read.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PoisonedCase } from '../fixtures/poisoned/build.js';
import { HELD_OUT } from '../fixtures/poisoned/held-out.js';
import { SECOND_ROUND } from '../fixtures/poisoned/second-round.js';
import { THIRD_ROUND } from '../fixtures/poisoned/third-round.js';
import { TUNED } from '../fixtures/poisoned/tuned.js';
import { lintCatalog } from '../src/lint/engine.js';
import { SEC_RULES } from '../src/lint/sec-registry.js';
import { isAtLeast } from '../src/lint/severity.js';
import type { Catalog } from '../src/types/catalog.js';
import type { Severity } from '../src/types/rule.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

const json = (path: string) => JSON.parse(readFileSync(join(data, path), 'utf8'));

const read: Catalog[] = [
  ...readdirSync(join(data, 'catalogs')).map((file) => {
    const { package: server, tools, initialize } = json(`catalogs/${file}`);
    return { server, tools, ...(initialize?.instructions && { instructions: initialize.instructions }) };
  }),
  ...json('livemcpbench-catalogs.json').map(({ server, tools }: Catalog) => ({ server, tools })),
];
const heldOut: Catalog[] = gunzipSync(readFileSync(join(data, 'toucan-catalogs.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Catalog)
  .map(({ server, tools }) => ({ server, tools }));

/** SEC-027 learned from these tools; `security-labelled.ts` judges them by scores of left-out servers. */
const WRITTEN = SEC_RULES.map(({ id }) => id).filter((id) => id !== 'SEC-027');

interface Benign {
  tools: number;
  /** Rule → tools; `all` is any rule. */
  medium: Map<string, Set<string>>;
  high: Map<string, Set<string>>;
  ms: number;
}

function benign(catalogs: Catalog[], list: boolean): Benign {
  const out: Benign = { tools: 0, medium: new Map(), high: new Map(), ms: 0 };
  for (const [i, catalog] of catalogs.entries()) {
    out.tools += catalog.tools.length;
    const start = performance.now();
    const { findings } = lintCatalog([catalog], { rules: WRITTEN });
    out.ms += performance.now() - start;
    for (const { rule, severity, tool, message } of findings.filter(isReported)) {
      if (list) console.log(`${rule} ${severity} ${catalog.server} ${tool ?? '-'}: ${message}`);
      // A finding of the server as such flags none of its tools.
      if (tool === undefined) continue;
      const key = `${i}/${tool}`;
      for (const name of [rule, 'all']) {
        add(out.medium, name, key);
        if (isAtLeast(severity, 'high')) add(out.high, name, key);
      }
    }
  }
  return out;
}

function isReported({ severity }: { severity: Severity }): boolean {
  return severity !== 'pass' && isAtLeast(severity, 'medium');
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

interface Share {
  caught: number;
  of: number;
}

function recall(cases: readonly PoisonedCase[], key: (one: PoisonedCase) => string): Map<string, Share> {
  const out = new Map<string, Share>();
  for (const one of cases) {
    const caught = lintCatalog(one.catalogs, { rules: ['SEC'] }).findings.some(
      ({ rule }) => rule === one.rule,
    );
    for (const name of [key(one), 'all']) {
      const share = out.get(name) ?? { caught: 0, of: 0 };
      out.set(name, { caught: share.caught + (caught ? 1 : 0), of: share.of + 1 });
    }
  }
  return out;
}

const tunedCases = [...TUNED, ...SECOND_ROUND, ...THIRD_ROUND];
const none: Share = { caught: 0, of: 0 };
const onRead = benign(read, process.argv.includes('--list'));
const onHeldOut = benign(heldOut, process.argv.includes('--list-held-out'));
const byRule = {
  tuned: recall(tunedCases, ({ rule }) => rule),
  held_out: recall(HELD_OUT, ({ rule }) => rule),
};
const byKind = {
  tuned: recall(tunedCases, ({ kind }) => kind),
  held_out: recall(HELD_OUT, ({ kind }) => kind),
};
const hits = (from: Benign, rule: string) => ({
  medium: from.medium.get(rule)?.size ?? 0,
  high: from.high.get(rule)?.size ?? 0,
});
const figures = (rule: string) => ({
  tuned: byRule.tuned.get(rule) ?? none,
  held_out: byRule.held_out.get(rule) ?? none,
  benign: hits(onRead, rule),
  held_out_benign: hits(onHeldOut, rule),
});
const measured = {
  measured_on: `${onRead.tools} benign tools of ${read.length} servers that were read, ${onHeldOut.tools} of ${heldOut.length} more; ${tunedCases.length} poisoned definitions tuned on, ${HELD_OUT.length} held out`,
  benign_tools: onRead.tools,
  held_out_benign_tools: onHeldOut.tools,
  total: figures('all'),
  rules: SEC_RULES.map(({ id, name }) => ({ rule: id, name, ...figures(id) })),
  kinds: [...new Set([...byKind.tuned.keys(), ...byKind.held_out.keys()])]
    .filter((kind) => kind !== 'all')
    .map((kind) => ({
      kind,
      tuned: byKind.tuned.get(kind) ?? none,
      held_out: byKind.held_out.get(kind) ?? none,
    })),
};
const target = new URL('../src/security/measured.json', import.meta.url);
const { left_out } = JSON.parse(readFileSync(target, 'utf8'));
writeFileSync(target, `${JSON.stringify({ ...measured, left_out }, null, 2)}\n`);
console.table(
  measured.rules.map(({ rule, tuned, held_out, benign: b, held_out_benign: h }) => ({
    rule,
    tuned: `${tuned.caught}/${tuned.of}`,
    held_out: `${held_out.caught}/${held_out.of}`,
    benign: b.medium,
    'benign high': b.high,
    'held-out benign': h.medium,
    'held-out high': h.high,
  })),
);
console.table(
  measured.kinds.map(({ kind, tuned, held_out }) => ({
    kind,
    tuned: `${tuned.caught}/${tuned.of}`,
    held_out: `${held_out.caught}/${held_out.of}`,
  })),
);
console.log(
  measured.total,
  `${((onRead.ms + onHeldOut.ms) / (onRead.tools + onHeldOut.tools)).toFixed(2)} ms a tool`,
);
