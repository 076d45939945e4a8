/**
 * Generates suites for real catalogues and holds them to their promises: every suite is valid, every set of
 * valid arguments validates against its schema, every violation does not, and with `--run` each suite passes
 * on a mock that serves the catalogue and enforces its schemas. Exit code 1 when one of them breaks. The data
 * is not part of this repository; MCPTEST_EVAL_DATA names its folder.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalog } from '../src/catalog/read-catalog.js';
import { argumentCases } from '../src/generate/argument-cases.js';
import { generateEval } from '../src/generate/eval.js';
import { generateRedteam } from '../src/generate/redteam.js';
import { generateSuite } from '../src/generate/suite.js';
import { compileSchema } from '../src/json-schema/compile.js';
import { validate } from '../src/json-schema/validate.js';
import { parseSuite } from '../src/suite/load.js';
import type { Catalog } from '../src/types/catalog.js';
import { run } from '../src/verbs/run.js';

const count = {
  servers: 0,
  tools: 0,
  happy: 0,
  edge: 0,
  violation: 0,
  probes: 0,
  suites: 0,
  runs: 0,
  tests: 0,
};
/** A copy of the build, so that a build in between changes nothing. */
const copy = mkdtempSync(join(tmpdir(), 'mcptest-eval-build-'));
const program = join(copy, 'cli.js');
const left: string[] = [];
const broken: string[] = [];

function checkTools({ server, tools }: Catalog): void {
  for (const tool of tools) {
    const where = `${server} ${tool.name}`;
    count.tools += 1;
    const cases = argumentCases(tool.inputSchema);
    if (cases.happy === undefined) {
      left.push(`${where}: ${compiles(tool.inputSchema) ? 'cannot be satisfied' : 'does not compile'}`);
      continue;
    }
    const schema = tool.inputSchema ?? {};
    const expected: [keyof typeof count, unknown, boolean][] = [
      ['happy', cases.happy, true],
      ...(cases.edge ? ([['edge', cases.edge.args, true]] as const) : []),
      ...(cases.violation ? ([['violation', cases.violation.args, false]] as const) : []),
      ...cases.probes.map((probe) => ['probes', probe.args, probe.valid] as const),
    ].map((row) => [...row] as [keyof typeof count, unknown, boolean]);
    for (const [kind, args, valid] of expected) {
      count[kind] += 1;
      if (validate(schema, args).valid !== valid)
        broken.push(`${where}: ${kind} is not ${valid ? 'valid' : 'invalid'}`);
    }
  }
}

function compiles(schema: unknown): boolean {
  try {
    compileSchema(schema);
    return true;
  } catch {
    return false;
  }
}

async function checkSuites(catalog: Catalog, file: string, runs: boolean): Promise<void> {
  const target = { command: ['node', program, 'mock', '--tools-from', file] };
  for (let cursor: number | undefined = 0; cursor !== undefined; ) {
    const made = generateSuite(catalog, target, { cursor });
    const others = [generateRedteam(catalog, target, { cursor }), generateEval(catalog, target, { cursor })];
    for (const { suite } of [made, ...others]) {
      count.suites += 1;
      const options = { cwd: tmpdir(), workspace: tmpdir(), env: {}, file: 'made.yml' };
      const { problems } = await parseSuite(suite, options);
      for (const { path, message } of problems) broken.push(`${catalog.server} suite ${path}: ${message}`);
    }
    if (runs) await runOnMock(catalog.server, made.suite);
    cursor = made.next_cursor;
  }
}

async function runOnMock(server: string, suite: string): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-eval-'));
  writeFileSync(join(cwd, 'mcptest.yml'), suite);
  const { envelope } = await run({ cwd, workspace: cwd, save: false });
  count.runs += 1;
  count.tests += envelope.summary.total;
  for (const { name, verdict, checks } of envelope.results) {
    if (verdict === 'pass') continue;
    const why = checks.find(({ outcome }) => outcome !== 'pass')?.message ?? '';
    broken.push(`${server} ${name}: ${verdict}, ${why.slice(0, 200)}`);
  }
  rmSync(cwd, { recursive: true });
}

const folder = process.env.MCPTEST_EVAL_DATA;
if (folder === undefined || folder === '') {
  console.error('Set MCPTEST_EVAL_DATA to the folder that holds catalogs/.');
  process.exitCode = 2;
} else {
  const runs = process.argv.includes('--run');
  if (runs) cpSync(new URL('../dist', import.meta.url), copy, { recursive: true });
  for (const name of readdirSync(join(folder, 'catalogs')).filter((one) => one.endsWith('.json'))) {
    const file = join(folder, 'catalogs', name);
    for (const catalog of readCatalog(readFileSync(file, 'utf8'), name)) {
      count.servers += 1;
      checkTools(catalog);
      // A mock of a saved catalogue has tools only.
      const { resources: _resources, prompts: _prompts, ...tools } = catalog;
      await checkSuites(tools, file, runs);
    }
  }
  console.log(
    Object.entries(count)
      .map(([key, value]) => `${key} ${value}`)
      .join(', '),
  );
  for (const line of left) console.log(`left out: ${line}`);
  for (const line of broken) console.log(`BROKEN ${line}`);
  rmSync(copy, { recursive: true });
  if (broken.length > 0) process.exitCode = 1;
}
