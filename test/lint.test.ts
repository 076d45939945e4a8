/** `mcptest lint` and `mcptest tokens` as a user calls them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

const good = {
  name: 'get_forecast',
  description: 'Returns the weather forecast of a city as JSON with one entry a day. Example: city "Oslo".',
  inputSchema: {
    type: 'object',
    required: ['city'],
    additionalProperties: false,
    properties: {
      city: { type: 'string', maxLength: 80, description: 'The city, in English.', examples: ['Oslo'] },
    },
  },
  annotations: { readOnlyHint: true },
};
const bad = {
  name: 'process',
  description: 'process',
  inputSchema: { type: 'object', properties: { x: {} } },
};
const files = {
  'tools.json': JSON.stringify({ tools: [good, bad] }, null, 2),
  'good.json': JSON.stringify([good]),
};

interface Out {
  findings: { rule: string; severity: string; tool: string }[];
  summary: Record<string, number>;
  tokens: { total: number; by_tool: Record<string, number> };
}

describe('lint', () => {
  it('finds what is wrong, passes what is not, and exits 1 on a critical finding', async () => {
    const { code, stdout } = await mcptest(['lint', '--from', 'tools.json', '--format', 'json'], {
      cwd: folder(files),
    });
    const { findings, summary, tokens } = JSON.parse(stdout) as Out;
    expect(code).toBe(1);
    expect(findings.filter(({ tool }) => tool === 'get_forecast')).toEqual([
      expect.objectContaining({ rule: 'PASS', severity: 'pass' }),
    ]);
    const rules = new Set(findings.filter(({ tool }) => tool === 'process').map(({ rule }) => rule));
    for (const rule of ['DESC-001', 'DESC-003', 'DESC-012', 'SCH-002', 'SCH-003'])
      expect(rules).toContain(rule);
    expect(summary.critical).toBeGreaterThan(0);
    expect(tokens.total).toBe(Object.values(tokens.by_tool).reduce((a, b) => a + b));
  });

  it('--rule and --fail-on narrow and sharpen', async () => {
    const cwd = folder(files);
    const only = await mcptest(['lint', '--from', 'tools.json', '--rule', 'DESC-012', '--format', 'json'], {
      cwd,
    });
    expect(only.code).toBe(0);
    expect((JSON.parse(only.stdout) as Out).findings.map(({ rule }) => rule)).toContain('DESC-012');
    expect(
      (await mcptest(['lint', '--from', 'tools.json', '--rule', 'DESC-012', '--fail-on', 'warning'], { cwd }))
        .code,
    ).toBe(1);
    expect((await mcptest(['lint', '--from', 'good.json', '--fail-on', 'warning'], { cwd })).code).toBe(0);
    const unknown = await mcptest(['lint', '--from', 'good.json', '--rule', 'DESC-0012'], { cwd });
    expect(unknown.code).toBe(2);
  });

  it('honours rules of the suite for its servers, with a reason', async () => {
    const rules = {
      severity: { 'DESC-010': 'off' },
      suppress: [{ rule: 'DESC-012', tool: 'echo', reason: 'a fixture' }],
    };
    const cwd = folder({ 'mcptest.yml': suite({ servers: { chaos: { command: chaos('none') } }, rules }) });
    const { findings } = JSON.parse((await mcptest(['lint', '--format', 'json'], { cwd })).stdout) as Out;
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ rule }) => rule === 'DESC-010')).toEqual([]);
    expect(findings.filter(({ rule, tool }) => rule === 'DESC-012' && tool === 'echo')).toEqual([]);
  });

  it('lists tool by tool, the worst first, and the worst finding of each first', async () => {
    const middling = { ...good, name: 'get_tide', annotations: undefined };
    const cwd = folder({ 'tools.json': JSON.stringify({ tools: [good, middling, bad] }) });
    const { stdout } = await mcptest(['lint', '--from', 'tools.json', '--format', 'json'], { cwd });
    const { findings } = JSON.parse(stdout) as Out;
    const order = findings.map(({ tool }) => tool).filter((tool, i, all) => tool !== all[i - 1]);
    expect(order).toEqual(['process', 'get_tide', 'get_forecast']);
    const severities = findings.filter(({ tool }) => tool === 'process').map(({ severity }) => severity);
    expect(severities).toEqual([...severities].sort());
    expect(severities[0]).toBe('critical');
  });

  it('no description can forge an annotation or a line', async () => {
    const sly = {
      ...bad,
      name: 'x\n::error::owned',
      description: '\u001b[2J\r\n::error file=a::b\n##[error]c',
    };
    const cwd = folder({ 'tools.json': JSON.stringify([sly]) });
    for (const format of ['github', 'pretty', 'md', 'agent', 'json', 'sarif']) {
      const { stdout } = await mcptest(['lint', '--from', 'tools.json', '--format', format], { cwd });
      expect(stdout.length).toBeGreaterThan(0);
      expect(stdout).not.toMatch(/[^\n\P{Cc}]|##\[|^\s*::error::|^\s*::error file=a/mu);
    }
    const hidden = { ...sly, name: 'x\u202e\u200b##[error]y' };
    const echo = { name: hidden.name, response: { content: [{ type: 'text', text: hidden.name }] } };
    const other = folder({
      'a.json': JSON.stringify([hidden]),
      'b.json': '{"tools":[]}',
      'calls.json': JSON.stringify({ mock_server: { tools: [echo] } }),
    });
    for (const args of [
      ['tokens', '--from', 'a.json', '--format', 'json'],
      ['diff', 'a.json', 'b.json', '--format', 'json'],
      ['tdqs', 'score', '--from', 'a.json', '--format', 'json'],
      ['tools', '--format', 'json', '--', 'mcptest', 'mock', '--tools-from', 'a.json'],
      ['call', hidden.name, '--', 'mcptest', 'mock', '--tools-from', 'calls.json'],
    ]) {
      const { stdout } = await mcptest(args, { cwd: other });
      expect(stdout).not.toMatch(/\p{Cf}|##\[/u);
      expect(JSON.stringify(JSON.parse(stdout))).toContain('\u202e');
    }
  });

  it('SARIF points at the line of the suite that declares the server, or of the saved tool', async () => {
    const lines = ['servers:', '  chaos:', `    command: ${JSON.stringify(chaos('none'))}`, 'tools: []'];
    const cwd = folder({ ...files, 'mcptest.yml': lines.join('\n') });
    const placesOf = async (...args: string[]) => {
      const { runs } = JSON.parse((await mcptest([...args, '--format', 'sarif'], { cwd })).stdout);
      return runs[0].results.map(
        (result: { locations: { physicalLocation: unknown }[] }) => result.locations[0]!.physicalLocation,
      );
    };
    const declared = { artifactLocation: { uri: 'mcptest.yml' }, region: { startLine: 2 } };
    expect((await placesOf('lint'))[0]).toEqual(declared);
    expect((await placesOf('security', '--severity', 'info'))[0] ?? declared).toEqual(declared);
    const saved = files['tools.json'].split('\n').findIndex((line) => line.includes('"process"')) + 1;
    expect((await placesOf('lint', '--from', 'tools.json'))[0]).toEqual({
      artifactLocation: { uri: 'tools.json' },
      region: { startLine: saved },
    });
  });

  it('--fix mends the file, --dry-run only shows how, a live server is refused', async () => {
    const cwd = folder(files);
    const before = readFileSync(join(cwd, 'tools.json'), 'utf8');
    const shown = await mcptest(['lint', '--from', 'tools.json', '--fix', '--dry-run'], { cwd });
    expect(shown.stdout).toMatch(/^\+.*"additionalProperties": false/m);
    expect(readFileSync(join(cwd, 'tools.json'), 'utf8')).toBe(before);
    await mcptest(['lint', '--from', 'tools.json', '--fix'], { cwd });
    expect(
      JSON.parse(readFileSync(join(cwd, 'tools.json'), 'utf8')).tools[1].inputSchema.additionalProperties,
    ).toBe(false);
    expect((await mcptest(['lint', '--fix', '--', ...chaos('none')], { cwd })).code).toBe(2);
  });

  it.each([
    ['not JSON', 'not json at all'],
    ['no tools', '{"a": 1}'],
  ])('%s: one clear message, exit 2', async (_, text) => {
    const { code, stderr, stdout } = await mcptest(['lint', '--from', 'x.json'], {
      cwd: folder({ 'x.json': text }),
    });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('x.json');
  });
});

describe('doctor --lint-descriptions', () => {
  it('reads descriptions only, the worst tool first, and exits 0', async () => {
    const cwd = folder(files);
    const read = ['doctor', '--lint-descriptions', '--from', 'tools.json'];
    const { code, stdout } = await mcptest([...read, '--format', 'json'], { cwd });
    const report = JSON.parse(stdout) as Out & { version: number; tools: number };
    expect([code, report.version, report.tools]).toEqual([0, 1, 2]);
    expect(report.summary.critical).toBeGreaterThan(0);
    expect(report.findings.every(({ rule }) => /^(?:DESC-\d{3}|PASS)$/.test(rule))).toBe(true);
    expect([report.findings[0]!.tool, report.findings.at(-1)!.tool]).toEqual(['process', 'get_forecast']);
    const pretty = await mcptest(read, { cwd });
    expect([pretty.code, pretty.stdout]).toEqual([0, expect.stringMatching(/DESC-001[\s\S]*fix/)]);
  });

  it('works on a live server; one out of reach is exit 3, --from alone exit 2', async () => {
    const live = await mcptest(['doctor', '--lint-descriptions', '--', ...chaos('none')]);
    expect([live.code, live.stdout]).toEqual([0, expect.stringContaining('DESC-')]);
    expect((await mcptest(['doctor', '--lint-descriptions', '--', ...chaos('die-at-start')])).code).toBe(3);
    expect((await mcptest(['doctor', '--from', 'x.json'])).code).toBe(2);
  });
});

describe('tokens', () => {
  it('counts, compares and holds a budget', async () => {
    const cwd = folder(files);
    const all = JSON.parse(
      (await mcptest(['tokens', '--from', 'tools.json', '--format', 'json'], { cwd })).stdout,
    );
    for (const row of all.tools) expect(row.tokens).toBe(row.name + row.description + row.schema);
    const compared = await mcptest(
      ['tokens', '--from', 'tools.json', '--compare', 'good.json', '--format', 'json'],
      { cwd },
    );
    const byTool = Object.fromEntries(
      JSON.parse(compared.stdout).tools.map((row: { tool: string; delta: number }) => [row.tool, row.delta]),
    );
    expect(byTool).toEqual({
      get_forecast: 0,
      process: all.tools.find((row: { tool: string }) => row.tool === 'process').tokens,
    });
    expect(
      (await mcptest(['tokens', '--from', 'tools.json', '--budget', String(all.total)], { cwd })).code,
    ).toBe(0);
    expect(
      (await mcptest(['tokens', '--from', 'tools.json', '--budget', String(all.total - 1)], { cwd })).code,
    ).toBe(1);
    expect((await mcptest(['tokens', '--from', 'tools.json', '--per-tool', '5'], { cwd })).code).toBe(1);
  });
});
