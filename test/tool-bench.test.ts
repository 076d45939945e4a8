/** mcptest tool-bench, from a spec to the exit code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderBench } from '../src/report/catalog/tool-bench.js';
import { benchTools } from '../src/verbs/tool-bench.js';
import { folder, mcptest } from './lib/cli.js';

const SPEC = `catalog:
  tools:
    - name: lookup_a
      description: Return the current weather forecast for a city, as JSON.
    - name: lookup_b
      description: Return the ferry timetable of a harbour, as JSON.
intents:
  - query: what is the weather forecast in Paris
    gold: [lookup_a]
mutations:
  - tool: lookup_a
    kind: blank
`;

describe('mcptest tool-bench run', () => {
  it('prints one JSON report and nothing else', async () => {
    const cwd = folder({ 'bench.yml': SPEC });
    const { code, stdout, stderr } = await mcptest(['tool-bench', 'run', 'bench.yml', '--json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ accuracy: 1, n: 1, max_drop: 1, mutations: [{ drop: 1 }] });
  });

  it('--min-drop gates on the largest drop', async () => {
    const idle = SPEC.replace('tool: lookup_a\n    kind: blank', 'tool: lookup_b\n    kind: blank');
    const cwd = folder({
      'bench.yml': SPEC,
      'idle.yml': idle,
      'none.yml': SPEC.slice(0, SPEC.indexOf('mutations:')),
    });
    const exit = async (...args: string[]) => (await mcptest(['tool-bench', 'run', ...args], { cwd })).code;
    expect(await exit('bench.yml', '--min-drop', '1')).toBe(0);
    expect(await exit('idle.yml')).toBe(0);
    expect(await exit('idle.yml', '--min-drop', '0')).toBe(0);
    expect(await exit('idle.yml', '--min-drop', '0.1')).toBe(1);
    expect(await exit('none.yml')).toBe(0);
    expect(await exit('none.yml', '--min-drop', '0.1')).toBe(2);
    expect(await exit('bench.yml', '--min-drop', '5')).toBe(2);
  });

  it('2: says what is wrong with a spec, and where', async () => {
    const cwd = folder({ 'bench.yml': SPEC.replace('gold: [lookup_a]', 'gold: [lookup_c]') });
    const { code, stdout, stderr } = await mcptest(['tool-bench', 'run', 'bench.yml'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'bench.yml:9:12: no tool of the catalogue is called `lookup_c`; did you mean `lookup_a`?',
    );
    expect((await mcptest(['tool-bench', 'run', 'nowhere.yml'], { cwd })).code).toBe(2);
  });

  it('the example shows what its README says', async () => {
    const spec = 'examples/tool-description-bench/bench.yml';
    const { code, stdout } = await mcptest(['tool-bench', 'run', spec, '--min-drop', '0.2']);
    expect(code).toBe(0);
    expect(readFileSync('examples/tool-description-bench/README.md', 'utf8')).toContain(stdout);
  });
});

describe('mcptest tool-bench suggest', () => {
  it('drafts a spec that runs, from a file and from a live server', async () => {
    const tools = [{ name: 'get_tide', description: 'Return high and low water.' }, { name: 'find_berth' }];
    const cwd = folder({ 'tools.json': JSON.stringify({ tools }) });
    const made = await mcptest(['tool-bench', 'suggest', '--from', 'tools.json', '--output', 'a.yml'], {
      cwd,
    });
    expect([made.code, made.stdout, made.stderr]).toEqual([0, '', '']);
    expect(readFileSync(join(cwd, 'a.yml'), 'utf8')).toContain('catalog_path: "tools.json"');
    const live = ['--output', 'b.yml', '--', 'mcptest', 'mock', '--tools-from', 'tools.json'];
    expect((await mcptest(['tool-bench', 'suggest', ...live], { cwd })).code).toBe(0);
    for (const file of ['a.yml', 'b.yml']) {
      const { code, stdout } = await mcptest(['tool-bench', 'run', file, '--json'], { cwd });
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { n: 2, accuracy: 1 }]);
    }
  });
});

describe('--against', () => {
  it('pairs the requests of two catalogues, and tells chance from change', async () => {
    const words = ['weather', 'ferry', 'invoice', 'recipe', 'song', 'garden', 'doctor', 'train'];
    const tools = words.map((word, at) => ({ name: `lookup_${at}`, description: `Look up the ${word}.` }));
    const intents = words.map((word, at) => ({ query: `tell me about the ${word}`, gold: [`lookup_${at}`] }));
    const vague = (some: number) =>
      JSON.stringify(
        tools.map((tool, at) => (at < some ? { ...tool, description: 'Look up things.' } : tool)),
      );
    const cwd = folder({
      'bench.yml': JSON.stringify({ catalog: { tools }, intents }),
      'all.json': vague(8),
      'two.json': vague(2),
    });
    const { report } = await benchTools({ cwd, spec: 'bench.yml', against: 'all.json' });
    expect(report.against).toMatchObject({
      accuracy: 0.125,
      gained: 7,
      lost: 0,
      difference: 0.875,
      verdict: 'better',
    });
    // Where all texts are the same the first tool is taken. Seven of seven one way: 2 / 2^7.
    expect(report.against?.chance).toBeCloseTo(0.015625, 10);
    const few = await benchTools({ cwd, spec: 'bench.yml', against: 'two.json' });
    expect(few.report.against).toMatchObject({ lost: 0, verdict: 'unclear' });
    expect(few.report.against?.more).toBeGreaterThan(0);
    expect(renderBench(few.report, { color: false })).toContain('0 lost');
  });
});
