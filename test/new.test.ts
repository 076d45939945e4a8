/** `npm run new` begins every kind so that types, its own test and the tests of the registries are green. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { format } from '../scripts/new/finish.js';
import { KINDS } from '../scripts/new/kinds.js';
import { type Scaffold, scaffold } from '../scripts/new/scaffold.js';
import { folder, root } from './lib/cli.js';

const NAMES: Record<string, string> = {
  rule: 'desc-vague-promise',
  metric: 'answer_length',
  matcher: 'holds_words',
  reporter: 'teamcity',
  check: 'resources/templates/list',
  verb: 'count-tools',
};

/** What `npm run check` knows of the types: files that did not change since are not checked again. */
const TYPES_SEEN = 'node_modules/.cache/types-seen.json';

/** A checkout: its files, and links to what is installed and built. */
function copyOfRepository(): string {
  const copy = folder();
  const copied = (name: string) => !['node_modules', 'dist', 'coverage', '.git'].includes(name);
  for (const name of readdirSync(root).filter(copied))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache');
  mkdirSync(join(copy, 'node_modules/.cache'), { recursive: true });
  for (const name of ['dist', ...installed.map((each) => `node_modules/${each}`)])
    symlinkSync(join(root, name), join(copy, name), 'junction');
  if (existsSync(join(root, TYPES_SEEN))) cpSync(join(root, TYPES_SEEN), join(copy, TYPES_SEEN));
  return copy;
}

function node(cwd: string, ...args: string[]) {
  // What is generated of the new files counts here, not how many examples a property holds for.
  const env = { ...process.env, MCPTEST_DIST: 'as it is', PROPERTY_RUNS: '0.1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const run = (cwd: string, ...args: string[]) => node(cwd, '--import', 'tsx', 'scripts/new.ts', ...args);

describe('npm run new', () => {
  let copy: string;
  let command: ReturnType<typeof run>;
  const begun: Scaffold[] = [];

  beforeAll(() => {
    copy = copyOfRepository();
    for (const [kind, name] of Object.entries(NAMES)) begun.push(scaffold(copy, kind, name));
    begun.push(scaffold(copy, 'rule', 'sec-silent-detour'));
    format(
      copy,
      begun.flatMap(({ created, changed }) => [...created, ...changed]),
    );
    // The command itself begins one more, and makes what is generated of all of them.
    command = run(copy, 'matcher', 'sorted_by');
  });

  it('knows every kind that is tried here', () => {
    expect(Object.keys(NAMES)).toEqual(Object.keys(KINDS));
  });

  it('leaves types as they must be', () => {
    const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
    const known = ['--incremental', '--preserveSymlinks', '--tsBuildInfoFile', TYPES_SEEN];
    expect(node(copy, tsc, '--noEmit', '--singleThreaded', ...known)).toEqual({ status: 0, said: '' });
  });

  it('leaves every test about such things green', () => {
    const written = begun.flatMap(({ created }) => created).filter((file) => file.endsWith('.test.ts'));
    expect(written).toHaveLength(begun.length);
    const others = [
      'src/cli/output/reporter-names.test.ts',
      'src/match/evaluate.test.ts',
      'src/metrics/blocks.test.ts',
      'src/metrics/properties.test.ts',
      'src/run/compliance.test.ts',
      'test/architecture.test.ts',
      'test/docs.test.ts',
      'test/generated.test.ts',
      'test/metric-docs.test.ts',
      'test/rule-pages.test.ts',
      'test/where-things-are.test.ts',
    ];
    // One worker: several would each load the same modules.
    const one = ['run', '--maxWorkers=1'];
    const ran = node(copy, 'node_modules/vitest/vitest.mjs', ...one, ...written, ...others);
    expect(ran.said).not.toMatch(/FAIL|No test files/);
    expect(ran.status).toBe(0);
  });

  it('gives a rule the next number of its family, and counts it there', () => {
    const last = (family: string) =>
      readdirSync(join(root, 'docs/rules')).filter((page) => page.startsWith(family)).length;
    const id = (family: string) => `${family}-${String(last(family) + 1).padStart(3, '0')}`;
    const ids = readFileSync(join(copy, 'src/lint/rule-ids.ts'), 'utf8');
    expect(ids).toContain(`'${id('DESC')}',\n  'SCH-001'`);
    expect(ids).toContain(`'${id('SEC')}',\n];`);
    const counted = readFileSync(join(copy, 'src/lint/registry.test.ts'), 'utf8');
    expect(counted).toContain(`startsWith('DESC'))).toHaveLength(${last('DESC') + 1})`);
  });

  it('marks what a person must write', () => {
    const sources = begun
      .flatMap(({ created }) => created)
      .map((file) => readFileSync(join(copy, file), 'utf8'));
    for (const source of sources.filter((text) => !text.includes('new Command(')))
      expect(source).toContain('TODO');
  });

  it('tells what it wrote and what is left', () => {
    const { status, said } = command;
    expect(said).toMatch(/^new {6}src\/match\/sorted-by\.ts$/m);
    expect(said).toMatch(/^changed {2}src\/match\/registry\.ts$/m);
    expect(said).toContain('What is left to do:\n1. src/match/sorted-by.ts');
    expect(status).toBe(0);
    expect(readFileSync(join(copy, 'docs/reference/suite.md'), 'utf8')).toContain('`sorted_by`');
  });

  it.each([
    [[], 'usage: npm run new -- rule|metric|matcher|reporter|check|verb NAME'],
    [['fule', 'x'], 'there is no kind "fule"; the kinds are rule, metric'],
  ])('refuses %j in one line, with exit code 2', (args, message) => {
    const { status, said } = run(copy, ...args);
    expect(said.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(status).toBe(2);
  });

  it.each([
    ['constructor', 'x', 'there is no kind "constructor"'],
    ['rule', 'vague-promise', 'begin with desc-, sch- or sec-'],
    ['rule', 'desc-description-too-short', 'there is a rule "description-too-short" already: DESC-001'],
    ['metric', 'Answer', 'is no name of a metric'],
    ['metric', 'tool_selection', 'already: src/metrics/tool-selection.ts'],
    ['metric', 'registry', 'already: src/metrics/registry.ts'],
    ['matcher', '../x', 'is no name of a matcher'],
    ['matcher', 'starts_with', 'there is a matcher "starts_with" already'],
    ['reporter', 'tap', 'already: src/report/tap.ts'],
    ['reporter', 'default', 'is a word of the language'],
    ['check', 'ping', 'there is a check "ping" already'],
    ['verb', 'tools', 'there is a command "tools" already'],
    ['verb', 'delete', 'is a word of the language'],
  ])('refuses the %s %s and writes nothing', (kind, name, message) => {
    expect(() => scaffold(root, kind, name)).toThrow(message);
  });
});
