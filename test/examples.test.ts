/** Every example runs as its folder says. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { forbidden } from './lib/agents.js';
import { recordClaudeExample } from './lib/claude-example.js';
import { mcptest, root } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

const run = async (folder: string, env: Record<string, string> = {}): Promise<RunEnvelope> => {
  const ran = await mcptest(['run', `examples/${folder}`, '--reporter', 'json', '--no-save'], {
    env: { CI: 'true', ...env },
  });
  const envelope = JSON.parse(ran.stdout || '{}') as RunEnvelope;
  const wrong = envelope.results?.filter((result) => result.verdict !== 'pass');
  expect(wrong, ran.stderr).toEqual([]);
  expect(ran.code, ran.stderr).toBe(0);
  return envelope;
};

describe('examples', () => {
  it('demo: passes with nothing but the bundled mock', async () => {
    const { summary, provenance } = await run('demo');
    expect(summary.passed).toBeGreaterThanOrEqual(10);
    expect(provenance.servers.every((server) => server.transport === 'stdio')).toBe(true);
  });

  it('real-servers: at least forty tests on real servers, both transports and both eras', async () => {
    const env = { MCPTEST_EXAMPLE_PORT: String(await freePort()) };
    const { summary, results, provenance } = await run('real-servers', env);
    expect(summary.passed).toBeGreaterThanOrEqual(40);
    expect(new Set(results.map((result) => result.kind))).toEqual(new Set(['tool', 'resource', 'prompt']));
    expect(new Set(provenance.servers.map((server) => server.transport))).toEqual(new Set(['stdio', 'http']));
    expect(new Set(provenance.servers.map((server) => server.era))).toEqual(new Set(['legacy', 'modern']));
  });

  it('judging: a judge, an eval and a calibration, played from their recording', async () => {
    const { summary, judges, results } = await run('judging');
    expect(summary.passed).toBe(2);
    expect(judges).toEqual([{ model: 'judge', judged: 2, calibrated: false }]);
    expect(results[1]?.figures['calibration.kappa']).toBe(1);
  });

  it('protocol: every kind of test on the mock and on servers of the official SDKs, in both eras', async () => {
    const env = { MCPTEST_EXAMPLE_PORT: String(await freePort()) };
    const { summary, results, provenance } = await run('protocol', env);
    expect(summary.passed).toBeGreaterThanOrEqual(70);
    expect(new Set(results.map((result) => result.kind))).toEqual(
      new Set(['tool', 'request', 'completion', 'template', 'subscription', 'task', 'app', 'capabilities']),
    );
    expect(new Set(provenance.servers.map((server) => server.transport))).toEqual(new Set(['stdio', 'http']));
    expect(new Set(provenance.servers.map((server) => server.era))).toEqual(new Set(['legacy', 'modern']));
  });

  it('did-it-help: 60 requests, and the rewrite is better by more than chance', async () => {
    const folder = 'examples/did-it-help';
    const { code, stdout, stderr } = await mcptest(
      ['run', folder, '--against', `${folder}/before.json`, '--no-save'],
      { cwd: root },
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/dataset\.accuracy .*of 60 {2}better by more than chance/);
  });

  it('monorepo: two packages share a server, from the root and from each package', async () => {
    const names = async (args: string[], cwd?: string) => {
      const ran = await mcptest(['run', ...args, '--reporter', 'json', '--no-save'], { cwd });
      expect(ran.code, ran.stderr).toBe(0);
      const { coverage, results } = JSON.parse(ran.stdout) as RunEnvelope;
      const share = `${coverage?.covered} of ${coverage?.total} tools`;
      return [share, ...results.map(({ name, verdict }) => `${verdict} ${name}`)];
    };
    const berths = ['pass berth [dinghy]', 'pass berth [ketch]', 'pass berth [ferry]'];
    const tides = ['pass high water [north, 06:12]', 'pass high water [south, 06:20]'];
    const packages = join(root, 'examples/monorepo/packages');
    const [all, ...each] = await Promise.all([
      names(['examples/monorepo']),
      names([], join(packages, 'berths')),
      names([], join(packages, 'tides')),
    ]);
    // The server that both borrow is one server.
    expect(all).toEqual(['2 of 2 tools', ...berths, ...tides]);
    expect(each).toEqual([
      ['1 of 2 tools', ...berths],
      ['1 of 2 tools', ...tides],
    ]);
  });

  it('tool-quality: the catalogue meets its bars, and did not before', async () => {
    const { results } = await run('tool-quality.yml');
    expect(new Set(results.map((result) => result.kind))).toEqual(new Set(['tool_quality', 'tdqs']));
    const before = await mcptest([
      'tdqs',
      'score',
      '--from',
      'examples/tool-quality/before.json',
      '--fail-under',
      'B',
    ]);
    expect(before.code).toBe(1);
  });

  it('auditor-view: the saved run renders as one page that holds it', async () => {
    const saved = 'examples/auditor-view/run.json';
    const { code, stdout } = await mcptest(['report', saved, '--format', 'html']);
    expect(code).toBe(0);
    const data = /<script type="application\/json" id="data">(.*)<\/script>/.exec(stdout)![1]!;
    expect(JSON.parse(data).envelope).toEqual(JSON.parse(readFileSync(join(root, saved), 'utf8')));
  });

  it('agent-reporter: the saved run renders as shown', async () => {
    const { stdout } = await mcptest(['report', 'examples/agent-reporter/run.json', '--format', 'agent']);
    expect(stdout).toBe(readFileSync(join(root, 'examples/agent-reporter/expected.txt'), 'utf8'));
  });

  it.each([
    ['name-free-discovery', 5],
    ['distractor-tools', 18],
    ['token-efficiency', 3],
    ['agent-multi-run-tool-selection.yml', 10],
    ['claude-cassette', 3],
  ])('%s: is played from its cassettes, with nothing started and nobody asked', async (example, rows) => {
    const { summary, provenance } = await run(example, forbidden);
    expect(summary).toMatchObject({ passed: rows, cached: rows, gates_failed: 0 });
    expect(provenance.mode).toBe('replay');
  });

  it.each([
    'name-free-discovery',
    'distractor-tools',
    'token-efficiency',
    'agent-multi-run-tool-selection.yml',
  ])('%s: recording it again changes no byte of its cassettes', async (example) => {
    const copy = mkdtempSync(join(tmpdir(), 'mcptest-examples-'));
    cpSync(join(root, 'examples'), copy, { recursive: true });
    const { code, stderr } = await mcptest(['record', example, '--no-save'], { cwd: copy });
    expect(code, stderr).toBe(0);
    const dir = join(example.endsWith('.yml') ? '' : example, 'cassettes');
    for (const name of readdirSync(join(root, 'examples', dir))) {
      expect(readFileSync(join(copy, dir, name), 'utf8')).toBe(
        readFileSync(join(root, 'examples', dir, name), 'utf8'),
      );
    }
    rmSync(copy, { recursive: true });
  });

  it('claude-cassette: a stand-in that speaks as Claude does leaves the same bytes again', async () => {
    const made = await recordClaudeExample();
    const kept = join(root, 'examples/claude-cassette/cassettes');
    expect(readdirSync(made)).toEqual(readdirSync(kept));
    for (const name of readdirSync(kept))
      expect(readFileSync(join(made, name), 'utf8')).toBe(readFileSync(join(kept, name), 'utf8'));
  });

  it('each has a line in examples/README.md', () => {
    const index = readFileSync(join(root, 'examples/README.md'), 'utf8');
    const missing = readdirSync(join(root, 'examples')).filter(
      (name) => name !== 'README.md' && !index.includes(name),
    );
    expect(missing).toEqual([]);
  });
});
