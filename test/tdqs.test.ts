/** `mcptest tdqs`, as a user meets it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startProvider } from '../fixtures/provider/loopback.js';
import type { TdqsReport } from '../src/types/tdqs.js';
import type { TdqsComparison } from '../src/types/tdqs-comparison.js';
import { McptestError } from '../src/util/errors.js';
import { calibrateJudge } from '../src/verbs/tdqs.js';
import { folder, mcptest, root } from './lib/cli.js';

const before = join(root, 'examples/tool-quality/before.json');
const after = join(root, 'examples/tool-quality/after.json');
const read = (stdout: string) => JSON.parse(stdout) as TdqsReport & { comparison?: TdqsComparison };

describe('mcptest tdqs score', () => {
  it('prints the shape that other programs read', async () => {
    const ran = await mcptest(['tdqs', 'score', '--from', after, '--format', 'json']);
    expect(ran.code).toBe(0);
    const { version, judge, rubric, servers } = read(ran.stdout);
    expect({ version, judge, rubric }).toEqual({ version: 1, judge: 'offline', rubric: 'offline-16' });
    expect(Object.keys(servers[0]!)).toEqual(
      expect.arrayContaining([
        'name',
        'toolCount',
        'scoredToolCount',
        'meanTdqs',
        'minTdqs',
        'descriptionQualityScore',
        'descriptionQualityTier',
        'disambiguation',
        'namingConsistency',
        'toolCountAppropriateness',
        'completeness',
        'coherenceScore',
        'coherenceTier',
        'overallScore',
        'overallTier',
        'coherenceJustifications',
        'coherenceSummary',
        'shadowingRisks',
        'scoredAt',
        'tokens',
      ]),
    );
    expect(Object.keys(servers[0]!.tools[0]!)).toEqual(
      expect.arrayContaining([
        'name',
        'scores',
        'justifications',
        'tdqs',
        'tier',
        'smells',
        'flags',
        'serverFlags',
        'summary',
        'contextSignals',
        'judge',
        'rubric',
        'scoredAt',
        'tokens',
      ]),
    );
  });

  it('says what to fix first', async () => {
    const { stdout } = await mcptest(['tdqs', 'score', '--from', before]);
    expect(stdout).toMatch(/what to fix next\n {2}search: server 2\.\d → 3\.\d when it reaches 3/);
    expect(stdout).toContain('Tautological Description');
    const good = await mcptest(['tdqs', 'score', '--from', after]);
    expect(good.stdout).toMatch(/what to fix next/);
    for (const [, now, best] of good.stdout.matchAll(/server (\d\.\d) → .*?(\d\.\d) at 5$/gm))
      expect(Number(best)).toBeGreaterThan(Number(now));
  });

  it('has advice where many tools are equally low', async () => {
    const tools = 'boat berth buoy pier quay lock crane dock slip tug light bell flag rope sail'
      .split(' ')
      .map((thing) => ({
        name: `get_${thing}`,
        description: `Gets the ${thing} of a harbour.`,
      }));
    const cwd = folder({ 'tools.json': JSON.stringify({ tools }) });
    const { stdout } = await mcptest(['tdqs', 'score', '--from', 'tools.json'], { cwd });
    expect(stdout).toMatch(/what to fix next\n {2}get_\w+: server \d\.\d/);
  });

  it('sets bytes and tokens beside the scores of each tool', async () => {
    const pretty = await mcptest(['tdqs', 'score', '--from', before]);
    expect(pretty.stdout).toMatch(/comp {4}bytes {2}tokens\n {2}search .* 153 +26 {2}Tautological/);
    const md = await mcptest(['tdqs', 'score', '--from', before, '--format', 'md']);
    expect(md.stdout).toContain('4 tools, 734 B, 132 tokens.');
    expect(md.stdout).toContain('| completeness | bytes | tokens | flags |');
    expect(md.stdout).toMatch(/^\| search \| 1\.1 D .* 153 \| 26 \| Tautological Description \|$/m);
  });

  it('holds a bar, as a tier and as a score', async () => {
    const low = await mcptest(['tdqs', 'score', '--from', before, '--fail-under', 'B']);
    expect(low.code).toBe(1);
    expect(low.stderr).toContain('below B: library');
    expect((await mcptest(['tdqs', 'score', '--from', after, '--fail-under', 'A'])).code).toBe(0);
    expect((await mcptest(['tdqs', 'score', '--from', after, '--fail-under', '4.9'])).code).toBe(1);
    for (const wrong of ['E', '5.5', '6'])
      expect((await mcptest(['tdqs', 'score', '--from', after, '--fail-under', wrong])).code).toBe(2);
  });

  it('compares with a base', async () => {
    const base = await mcptest(['tdqs', 'score', '--from', before, '--format', 'json']);
    const dir = folder({ 'base.json': base.stdout });
    const ran = await mcptest(
      ['tdqs', 'score', '--from', after, '--compare', 'base.json', '--format', 'json'],
      { cwd: dir },
    );
    const [server] = read(ran.stdout).comparison!.servers;
    expect(server!.after).toBeGreaterThan(server!.before!);
    expect(server).toMatchObject({ added: [{ tool: 'search_titles' }], removed: [{ tool: 'search' }] });
    const md = await mcptest(['tdqs', 'score', '--from', after, '--compare', 'base.json', '--format', 'md'], {
      cwd: dir,
    });
    expect(md.stdout).toMatch(/^## Compared with the base/);
    expect(md.stdout).toContain('return&#95;book: 2.6 → 4.5 (purpose 3 → 4, usage 3 → 5,');
    writeFileSync(join(dir, 'base.json'), '[]');
    expect(
      (await mcptest(['tdqs', 'score', '--from', after, '--compare', 'base.json'], { cwd: dir })).code,
    ).toBe(2);
  });

  it('draws a badge and describes one', async () => {
    const dir = folder();
    await mcptest(['tdqs', 'score', '--from', after, '--format', 'badge', '--output', 'tdqs.svg'], {
      cwd: dir,
    });
    expect(readFileSync(join(dir, 'tdqs.svg'), 'utf8')).toMatch(/^<svg [^>]*aria-label="TDQS: A \d\.\d">/);
    const { stdout } = await mcptest(['tdqs', 'score', '--from', after, '--format', 'shields']);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      label: 'TDQS',
      message: expect.stringMatching(/^A \d\.\d$/),
    });
  });

  it('reads folders and lists of catalogues, and says what it left out', async () => {
    const lines = [before, after]
      .map((file) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))
      .join('\n');
    const dir = folder({
      'many.jsonl': lines,
      'one.json': readFileSync(after, 'utf8'),
      'package.json': '{"name": "x"}',
    });
    writeFileSync(join(dir, 'packed.jsonl.gz'), gzipSync(lines));
    const ran = await mcptest(['tdqs', 'score', '--from', '.', '--format', 'json'], { cwd: dir });
    expect(read(ran.stdout).servers).toHaveLength(5);
    expect(ran.stderr).toContain('package.json');
  });

  it('scores a live server, and says that one is out of reach', async () => {
    const live = await mcptest([
      'tdqs',
      'score',
      '--format',
      'json',
      '--',
      process.execPath,
      join(root, 'dist/cli.js'),
      'mock',
      '--tools-from',
      after,
    ]);
    expect(live.code).toBe(0);
    expect(read(live.stdout).servers[0]!.toolCount).toBe(4);
    expect((await mcptest(['tdqs', 'score', '--', 'no-such-program'])).code).toBe(3);
  });

  it('keeps text of a server harmless in every format', async () => {
    const evil = '\u001b[2J</td><script>alert(1)</script> | ![x](http://x) ##[error]';
    const dir = folder({
      'tools.json': JSON.stringify({ server: evil, tools: [{ name: evil, description: `Finds ${evil}.` }] }),
    });
    for (const format of ['pretty', 'md', 'badge', 'shields']) {
      const { stdout } = await mcptest(['tdqs', 'score', '--from', 'tools.json', '--format', format], {
        cwd: dir,
      });
      expect(stdout, format).not.toMatch(/\u001b|##\[/);
      if (format !== 'pretty') expect(stdout, format).not.toContain('<script');
    }
  });

  it('scores definitions that were made to break it', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] };
    const tools = [
      { name: 'long', description: 'Finds boats. '.repeat(80_000) },
      { name: 'tree', description: 'Finds a node.', inputSchema: { ...node, $defs: { node } } },
      { name: 'get_boat', description: 'Gets a boat.' },
      { name: 'GET_BOAT', description: 'Gets a boat.' },
      { name: 'BYTES', description: 'Finds BYTES boats.' },
    ];
    const [head, middle, tail] = JSON.stringify({ server: 'harbour', tools }).split('BYTES');
    const broken = Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
    const text = [head, middle, tail].flatMap((part, i) => [...(i > 0 ? [broken] : []), Buffer.from(part!)]);
    const dir = folder();
    writeFileSync(join(dir, 'tools.json'), Buffer.concat(text));
    const ran = await mcptest(['tdqs', 'score', '--from', 'tools.json', '--format', 'json'], { cwd: dir });
    expect(ran.code).toBe(0);
    expect(read(ran.stdout).servers[0]).toMatchObject({ toolCount: 5, scoredToolCount: 5 });
    expect(new Set(read(ran.stdout).servers[0]!.tools.map(({ name }) => name)).size).toBe(5);
  });

  it('asks a model once, keeps its answers, and asks it again with --fresh', async () => {
    const justified = { score: 4, justification: 'It says "Lends".' };
    const dimensions = [
      'purpose_clarity',
      'usage_guidelines',
      'behavioral_transparency',
      'parameter_semantics',
      'conciseness_structure',
      'contextual_completeness',
    ];
    const set = ['disambiguation', 'naming_consistency', 'tool_count_appropriateness', 'completeness'];
    const all = (names: string[]) => Object.fromEntries(names.map((name) => [name, justified]));
    const provider = await startProvider('openai-chat', ({ body }) => {
      const whole = JSON.stringify(body.messages).includes('shadowing_risks');
      const rest = whole
        ? { scores: all(set), shadowing_risks: [] }
        : { scores: all(dimensions), annotation_contradiction: false };
      return { text: JSON.stringify({ ...rest, summary: 'Fine.' }) };
    });
    const dir = folder({ 'rubric.yml': 'tool:\n  system: Grade this tool in our way.\n' });
    const args = [
      'tdqs',
      'score',
      '--from',
      after,
      '--judge',
      'local-model',
      '--base-url',
      provider.url,
      '--format',
      'json',
    ];
    const run = (...more: string[]) => mcptest([...args, ...more], { cwd: dir });
    const first = await run();
    expect(first.stderr).toContain('the judge is asked at most');
    expect(read(first.stdout)).toMatchObject({
      judge: 'local-model',
      rubric: 'mcptest-1',
      servers: [{ overallScore: 4 }],
    });
    expect(provider.requests).toHaveLength(5);
    await run();
    expect(provider.requests).toHaveLength(5);
    await run('--fresh');
    expect(provider.requests).toHaveLength(10);
    const own = await run('--rubric', 'rubric.yml');
    expect(read(own.stdout).rubric).toMatch(/^rubric@/);
    expect(JSON.stringify(provider.requests[10]!.body.messages)).toContain('Grade this tool in our way.');
    await provider.close();
  });

  it('never calls what was not judged green', async () => {
    const ran = await mcptest(['tdqs', 'score', '--from', after, '--judge', 'gpt-4o', '--fail-under', 'C'], {
      cwd: folder(),
      env: { OPENAI_API_KEY: undefined },
    });
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('unscored: OPENAI_API_KEY is not set');
  });

  it('ends with 5 when its budget was spent before the end', async () => {
    const provider = await startProvider('openai-chat', () => ({ text: 'no score' }));
    const models = {
      house: {
        provider: 'openai-compatible',
        model: 'm',
        base_url: provider.url,
        price: { input: 1000, output: 1000 },
      },
    };
    const cwd = folder({ 'mcptest.yml': JSON.stringify({ models }) });
    const flags = ['--from', after, '--judge', 'house', '--config', 'mcptest.yml', '--max-cost', '0.2'];
    const ran = await mcptest(['tdqs', 'score', ...flags], { cwd });
    await provider.close();
    expect(ran.stdout).toContain('The budget of $0.2 is spent');
    expect(ran.code).toBe(5);
  });

  it.each([
    [['--judge', 'gtp-4o'], 'is not known'],
    [['--judge', 'scripted'], 'cannot judge'],
    [['--rubric', 'x.yml'], 'offline judge'],
    [['--judge', 'local', '--base-url', 'http://127.0.0.1:9/v1', '--max-cost', '1'], 'price is not known'],
    [['--judge', 'gpt-4o', '--rubric', 'missing.yml'], 'missing.yml'],
  ])('refuses %j', async (flags, reason) => {
    const ran = await mcptest(['tdqs', 'score', '--from', after, ...flags]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(reason);
  });
});

describe('mcptest tdqs calibrate', () => {
  it('finds the offline judge calibrated', async () => {
    const ran = await mcptest(['tdqs', 'calibrate']);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('calibrated');
  });

  it('finds out a judge that gives everything a five', async () => {
    const five = { score: 5, justification: 'Wonderful.' };
    const names = [
      'purpose_clarity',
      'usage_guidelines',
      'behavioral_transparency',
      'parameter_semantics',
      'conciseness_structure',
      'contextual_completeness',
    ];
    const provider = await startProvider('openai-chat', () => ({
      text: JSON.stringify({
        scores: Object.fromEntries(names.map((name) => [name, five])),
        annotation_contradiction: false,
        summary: 'Wow.',
      }),
    }));
    const ran = await mcptest(['tdqs', 'calibrate', '--judge', 'flatterer', '--base-url', provider.url], {
      cwd: folder(),
    });
    await provider.close();
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('NOT calibrated');
    expect(ran.stdout).toMatch(/github-mcp +no score: /);
    expect(ran.stdout).not.toContain('undefined');
  });

  it('names the fault of a broken suite behind --config, and does not take its model for an unknown one', async () => {
    const cwd = folder({ 'broken.yaml': 'models: [not, a, map]\ncases: 7\n' });
    const ask = (config: string) => calibrateJudge({ cwd, config, judge: 'mine', env: {} });
    const broken = await ask('broken.yaml').catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(McptestError);
    expect(broken).toMatchObject({ code: 'invalid-suite', message: expect.stringContaining('broken.yaml') });
    // A suite that is not there is a fault as well; without --config the model is merely unknown.
    await expect(ask('missing.yaml')).rejects.toThrow('missing.yaml');
    await expect(calibrateJudge({ cwd, judge: 'mine', env: {} })).rejects.toThrow('mine');
  });
});
