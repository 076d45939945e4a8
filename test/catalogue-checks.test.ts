/** The `tdqs:` and `tool_quality:` blocks of a suite, as a user meets them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, root } from './lib/cli.js';

const before = join(root, 'examples/tool-quality/before.json');
const after = join(root, 'examples/tool-quality/after.json');

describe('catalogue checks in a suite', () => {
  const suite = (catalogue: string, blocks: unknown) =>
    folder({
      'tools.json': readFileSync(catalogue, 'utf8'),
      'mcptest.yml': JSON.stringify({
        servers: { library: { command: ['mcptest', 'mock', '--tools-from', './tools.json'] } },
        ...(blocks as object),
      }),
    });
  const run = async (dir: string) => {
    const ran = await mcptest(['run', '--reporter', 'json', '--no-save'], { cwd: dir });
    return {
      code: ran.code,
      stderr: ran.stderr,
      // A run that was refused answers with its error, and has no results.
      results: (JSON.parse(ran.stdout) as RunEnvelope).results ?? [],
    };
  };

  it('gate a run, with the figures beside the verdict', async () => {
    const blocks = { tdqs: [{ name: 'q' }], tool_quality: [{ name: 't' }] };
    const good = await run(suite(after, blocks));
    expect(good.code).toBe(0);
    expect(good.results.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['tdqs', 'pass'],
      ['tool_quality', 'pass'],
    ]);
    expect(good.results[0]!.figures).toMatchObject({
      'tdqs.overall': expect.any(Number),
      'tdqs.tool["lend_book"].tdqs': expect.any(Number),
    });
    expect(good.results[1]!.figures).toMatchObject({ min_score: expect.any(Number), 'smells.brittle': 0 });
    const bad = await run(suite(before, blocks));
    expect(bad.code).toBe(1);
    expect(bad.results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    expect(bad.results[0]!.notes?.[0]).toContain('search is at 1.');
    expect(bad.results[1]!.notes?.join()).toContain('DESC-');
  });

  it('take every target that is documented', async () => {
    const { code, results } = await run(
      suite(after, {
        tdqs: [
          {
            name: 'q',
            expect: [
              'overall',
              'description_quality',
              'coherence',
              'mean',
              'min',
              'unscored',
              'shadowing_risks',
            ].map((name) => ({ [`tdqs.${name}`]: { '>=': 0 } })),
          },
          {
            name: 'q2',
            expect: [
              { 'tdqs.tier': 'A' },
              { 'tdqs.tool["lend_book"].tier': 'A' },
              { 'tdqs.tool["lend_book"].usage_guidelines': { '>=': 3 } },
            ],
          },
        ],
        tool_quality: [
          {
            name: 't',
            expect: [
              'min_score',
              'mean_score',
              'tool["lend_book"].score',
              'critical_count',
              'warning_count',
              'schema_criticals',
              'schema_warnings',
              'smells.verbose',
              'smell_total',
            ].map((target) => ({ target, matcher: { schema: { minimum: 0 } } })),
          },
        ],
      }),
    );
    expect(results.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(code).toBe(0);
  });

  it('do not pass for a tool that is not there', async () => {
    const { code } = await run(
      suite(after, { tdqs: [{ name: 'q', expect: [{ 'tdqs.tool["nobody"].tdqs': { '>=': 1 } }] }] }),
    );
    expect(code).not.toBe(0);
  });

  it.each([
    [{ tdqs: [{ name: 'q', expect: [{ 'tdqs.overal': 1 }] }] }, 'tdqs.overall'],
    [{ tool_quality: [{ name: 't', expect: [{ min_scor: 1 }] }] }, 'min_score'],
    [{ tool_quality: [{ name: 't', expect: [{ 'smells.verbos': 0 }] }] }, 'smells.verbose'],
    [{ tdqs: [{ name: 'q', judgee: 'x' }] }, 'judge'],
    [{ tdqs: [{ name: 'q', server: 'libary' }] }, 'library'],
  ])('are checked before anything runs: %j', async (blocks, hint) => {
    const { code, stderr } = await run(suite(after, blocks));
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });

  it.each([
    ['claud-sonnet-4', 'did you mean claude-sonnet-4?'],
    ['ofline', 'did you mean offline?'],
    ['scripted', 'stands in for the model of an agent test'],
  ])('refuse the judge %j before anything runs, with its place', async (judge, hint) => {
    const dir = suite(after, { tdqs: [{ name: 'fine' }, { name: 'q', judge }] });
    const { code, stderr, results } = await run(dir);
    expect({ code, results }).toEqual({ code: 2, results: [] });
    expect(stderr).toMatch(/mcptest\.yml:\d+:\d+: `q`/);
    expect(stderr).toContain(hint);
  });

  it('take a judge that `models:` names, and say nothing of one that is skipped', async () => {
    const dir = suite(after, {
      models: { house: { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' } },
      tdqs: [
        { name: 'q', judge: 'house', skip: 'not today' },
        { name: 'r', judge: 'nobody', skip: 'x' },
        { name: 's' },
      ],
    });
    expect((await run(dir)).code).toBe(0);
  });

  it('could not be judged when the model has no key', async () => {
    const dir = suite(after, { tdqs: [{ name: 'q', judge: 'gpt-4o' }] });
    const ran = await mcptest(['run', '--reporter', 'json', '--no-save'], {
      cwd: dir,
      env: { OPENAI_API_KEY: undefined },
    });
    expect(ran.code).toBe(3);
    expect((JSON.parse(ran.stdout) as RunEnvelope).results[0]).toMatchObject({
      kind: 'tdqs',
      verdict: 'inconclusive',
    });
  });

  it('fail when the list of tools is none', async () => {
    const command = chaos('tools-not-array');
    const dir = folder({
      'mcptest.yml': JSON.stringify({ servers: { x: { command } }, tdqs: [{ name: 'q' }] }),
    });
    const { code, results } = await run(dir);
    expect(code).toBe(1);
    expect(results[0]!.checks).toMatchObject([{ target: 'tools', matcher: 'tools/list', outcome: 'fail' }]);
  });
});
