/** `mcptest audit` as a user runs it: real servers over real transports, hostile ones among them. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeGate } from '../src/audit/gate.js';
import { auditFormats } from '../src/report/audit/formats.js';
import { countCl100k } from '../src/tokens/cl100k.js';
import type { AuditReport } from '../src/types/audit.js';
import { cli, folder, mcptest, root, suite } from './lib/cli.js';
import { noneLeft } from './lib/processes.js';

const node = process.execPath;
const fixture = (name: string, ...words: string[]) => [node, join(root, 'fixtures', name), ...words];
const frontDoor = [node, cli, 'mcp-server', '--enable-writes'];
const broken = (fault: string) => fixture('broken-mcp/server.mjs', '--fault', fault);

/** Answers until it has told its tools. */
const MAYFLY = `
  const inputSchema = { type: 'object', properties: { city: { type: 'string', description: 'Name of the city' } } };
  const tools = [{ name: 'get_day', description: 'Get the day of the week in a city.', inputSchema }];
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const serverInfo = { name: 'mayfly', version: '1' };
    const results = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools },
    };
    const result = results[method];
    const answer = result ? { result } : { error: { code: -32601, message: 'no' } };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n', () => {
      if (method === 'tools/list') process.exit(1);
    });
  });`;

async function audit(argv: string[], args: string[] = [], cwd = folder({})) {
  const mark = `audit-mark-${basename(cwd)}`;
  const words = ['audit', '--format', 'json', '--pass-env', 'AUDIT_MARK', ...args, '--', ...argv];
  const ran = await mcptest(words, { cwd, env: { AUDIT_MARK: mark } });
  await noneLeft(mark);
  const report = JSON.parse(ran.stdout) as AuditReport;
  const grades = Object.fromEntries(report.headings.map(({ id, grade }) => [id, grade ?? '?']));
  return { ...ran, report, grades };
}

describe('mcptest audit', () => {
  it('gives our own front door an A under every heading, and no client loses anything of it', async () => {
    const { report, grades, code, stderr } = await audit(frontDoor, ['--gate', 'strict']);
    expect(grades, JSON.stringify(report.headings)).toEqual({
      start: 'A',
      protocol: 'A',
      clients: 'A',
      definitions: 'A',
      security: 'A',
      tokens: 'A',
    });
    expect(Object.values(report.clients ?? {}).filter((verdict) => verdict !== 'works')).toEqual([]);
    expect(Object.keys(report.clients ?? {}).length).toBeGreaterThan(20);
    expect([report.grade, code]).toEqual(['A', 0]);
    // Each heading was told as soon as it was known.
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => /^A /.test(line)),
    ).toHaveLength(6);
  });

  it('says the same of the same server, to the byte', async () => {
    const argv = fixture('library-mcp/server.mjs');
    const cwd = folder({});
    const [one, two] = [await audit(argv, [], cwd), await audit(argv, [], cwd)];
    expect(one.report.headings.map(({ grade }) => grade)).not.toContain(undefined);
    expect(one.stdout).toBe(two.stdout);
  });

  it('names the broken rule first, with the command that shows it, and holds the gate by it', async () => {
    const { report, grades, code } = await audit(broken('c-cap-006'), ['--gate', 'release']);
    expect([grades.protocol, code]).toEqual(['D', 1]);
    expect(report.headings[1]?.findings.map(({ rule }) => rule)).toEqual(['C-CAP-006']);
    const fix = report.fixes.find(({ rule }) => rule === 'C-CAP-006');
    expect(fix).toMatchObject({
      rule: 'C-CAP-006',
      heading: 'protocol',
      grade: 'D',
      grade_if_mended: 'A',
    });
    const command = fix?.command ?? '';
    expect(command).toMatch(
      /^mcptest conformance --only C-CAP-006 -- \S*node \S*server\.mjs --fault c-cap-006$/,
    );
    const words = command.split(' ').slice(1);
    expect((await mcptest(words, {})).code).toBe(1);
  });

  it('lets a review pass where a release does not', async () => {
    const { code, stdout } = await audit(broken('c-cap-006'), ['--gate', 'review']);
    expect([code, JSON.parse(stdout).verdict]).toEqual([0, 'pass']);
  });

  it('judges a saved catalogue by what it can tell, and never lets it through a gate', async () => {
    const tools = [{ name: 'get.order', description: 'Get an order.', inputSchema: { type: 'object' } }];
    const cwd = folder({ 'tools.json': JSON.stringify({ tools }) });
    const ran = await mcptest(['audit', '--from', 'tools.json', '--format', 'json'], { cwd });
    const { headings, grade, verdict } = JSON.parse(ran.stdout) as AuditReport & { verdict: string };
    expect(verdict).toBe('fail');
    expect(headings.slice(0, 2).map(({ left_out }) => left_out)).toEqual(
      Array(2).fill('a saved catalogue cannot be asked'),
    );
    expect(headings[2]).toMatchObject({ grade: 'D' });
    expect(headings[2]?.findings[0]).toMatchObject({ rule: 'CLI-008', tools: ['get.order'] });
    expect(grade).toBeDefined();
    expect(ran.code).toBe(0);
    const plain = [
      {
        name: 'get_order',
        description: 'Get one order of a customer by its number.',
        inputSchema: { type: 'object' },
      },
    ];
    const good = folder({ 'tools.json': JSON.stringify({ tools: plain }) });
    expect((await mcptest(['audit', '--from', 'tools.json', '--gate', 'review'], { cwd: good })).code).toBe(
      3,
    );
  });

  it('starts nothing that was not named', async () => {
    const servers = { mcpServers: { shop: { command: node, args: ['-e', 'process.exit(9)'] } } };
    const cwd = folder({ '.mcp.json': JSON.stringify(servers) });
    const ran = await mcptest(['audit'], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/none is started unasked[\s\S]*name one: .*shop/);
  });

  it('audits the server that a client declares when it is named', async () => {
    const [command, ...args] = fixture('library-mcp/server.mjs');
    const cwd = folder({
      '.mcp.json': JSON.stringify({ mcpServers: { shop: { command, args } } }),
    });
    const ran = await mcptest(['audit', 'shop', '--no-calls', '--format', 'json'], { cwd });
    const report = JSON.parse(ran.stdout) as AuditReport;
    expect(report).toMatchObject({ target: 'shop', server: { name: 'shop' } });
    expect(report.headings[0]?.says).toBe('it starts, no call: none was to be made');
  });

  it('audits several that are named, each by itself, with the worst exit code', async () => {
    const [command, ...args] = fixture('library-mcp/server.mjs');
    const dead = { command: node, args: ['-e', 'process.exit(9)'] };
    const cwd = folder({ '.mcp.json': JSON.stringify({ mcpServers: { shop: { command, args }, dead } }) });
    const ran = await mcptest(['audit', 'shop', 'dead', '--no-calls', '--format', 'json'], { cwd });
    expect(ran.code).toBe(3);
    const { audits } = JSON.parse(ran.stdout) as { audits: (AuditReport & { name: string })[] };
    expect(audits.map(({ name, target }) => [name, target])).toEqual([
      ['shop', 'shop'],
      ['dead', 'dead'],
    ]);
    expect(audits.map(({ grade }) => grade === undefined)).toEqual([false, true]);
    const refused = await mcptest(['audit', 'shop', 'dead', '--compare', 'x.json'], { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--compare is for one server'),
    ]);
  });

  it('holds tools against the lock', async () => {
    const [command, ...args] = fixture('library-mcp/server.mjs');
    const cwd = folder({
      'mcptest.yml': suite({ servers: { shop: { command: [command, ...args] } }, tools: [] }),
    });
    await mcptest(['lock', 'shop'], { cwd });
    const lock = JSON.parse(readFileSync(join(cwd, 'mcptest.lock'), 'utf8'));
    expect(lock.servers[0].server).toBe('shop');
    const ran = await mcptest(['audit', '--no-calls', '--format', 'json'], { cwd });
    const security = (JSON.parse(ran.stdout) as AuditReport).headings[4];
    expect(security?.says).toMatch(/against mcptest.lock$/);
    expect(security?.findings.map(({ rule }) => rule)).not.toContain('SEC-014');
  });

  let found: ReturnType<typeof audit> | undefined;
  it('has in its JSON what other programs read', async () => {
    found ??= audit(broken('c-cap-006'));
    const { code, stdout } = await found;
    const { verdict, gate, headings, fixes } = JSON.parse(stdout);
    // Without a gate nothing fails, and ready for a release it is not.
    expect([code, verdict]).toEqual([0, 'fail']);
    expect(gate).toMatchObject({ name: 'release', requested: false, exit_code: 0 });
    expect(gate.reasons).toContain('Follows the protocol: D, and the gate release asks for C');
    expect(headings.map(({ name }: { name: string }) => name)).toEqual([
      'behaviour',
      'protocol',
      'clients',
      'quality',
      'security',
      'cost',
    ]);
    expect(headings[1].fix_first).toMatch(/^C-CAP-006: \S/);
    expect(headings[4]).toMatchObject({ grade: 'A', fix_first: null, findings: [] });
    const [fix] = fixes;
    expect(fix).toMatchObject({ rule: 'C-CAP-006', gain: fix.points });
    expect([fix.text, fix.command]).toEqual([
      `C-CAP-006: ${fix.message} ${fix.fix}`,
      expect.stringContaining('mcptest conformance --only C-CAP-006'),
    ]);
  });

  it.each(['pretty', 'md', 'html', 'badge', 'sarif', 'agent'] as const)(
    'is printed as %s',
    async (format) => {
      found ??= audit(broken('c-cap-006'));
      const { report, code } = await found;
      const stdout = auditFormats[format](
        { report, gate: judgeGate(report.headings, undefined) },
        { color: false, width: 80 },
      );
      expect(code).toBe(0);
      if (format === 'badge') expect(stdout).toMatch(/^<svg [\s\S]*MCP audit: [A-F]/);
      else expect(stdout).toContain('C-CAP-006');
      if (format === 'sarif') expect(JSON.parse(stdout).runs[0].results[0]).toHaveProperty('ruleId');
      if (format === 'html')
        expect(stdout).not.toMatch(/<script|https?:\/\/(?!mcptest|modelcontextprotocol)[^ <"]+\.(js|css)/);
      if (format === 'agent') expect(countCl100k(stdout)).toBeLessThan(1000);
    },
  );
});

describe('a hostile server', () => {
  it('that hangs in its list leaves headings open, and the others are judged', async () => {
    const { grades, code, report } = await audit(fixture('hostile-mcp/server.mjs', 'hang'), [
      '--request-timeout',
      '1s',
    ]);
    expect(code).toBe(3);
    expect(report.grade).toBeUndefined();
    expect(grades).toMatchObject({ start: 'F', clients: '?', definitions: '?', security: '?', tokens: '?' });
    expect(report.headings[5]?.inconclusive).toMatch(/tools\/list/);
  });

  it('that floods its list does no more', async () => {
    const { grades, code } = await audit(fixture('hostile-mcp/server.mjs', 'flood'));
    expect(code).toBe(3);
    expect(grades).toMatchObject({ clients: '?', tokens: '?' });
  });

  it('that asks for a login is no dead one: nothing of it can be judged without a token', async () => {
    const door = createServer((_, reply) => reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
    const { stdout, code } = await mcptest(['audit', url, '--format', 'json'], { cwd: folder({}) });
    door.close();
    const { headings } = JSON.parse(stdout) as AuditReport;
    const why = 'it asks for a login; name a variable that holds a token with --bearer-token-env';
    expect(headings.map(({ inconclusive }) => inconclusive)).toEqual(Array(6).fill(why));
    expect(code).toBe(3);
  });

  it('that dies at its start is told with the way out, and green for nobody', async () => {
    const { grades, code, report } = await audit(
      [node, '-e', 'console.error("no KEY"); process.exit(1)'],
      ['--gate', 'review'],
    );
    expect(code).toBe(1);
    expect(grades).toMatchObject({ start: 'F', protocol: '?', tokens: '?' });
    expect(report.fixes[0]).toMatchObject({ heading: 'start', rule: 'start' });
  });

  it('that dies once it has listed its tools is no healthy one, though its list is judged', async () => {
    const { grades, code, report } = await audit([node, '-e', MAYFLY], ['--gate', 'review']);
    expect(code).toBe(1);
    expect(grades).toMatchObject({ start: 'F', security: '?', clients: 'A' });
    expect(report.grade).toBeUndefined();
    expect(report.fixes[0]?.message).toMatch(/exited with code 1/);
  });

  it('that gives orders is found out', async () => {
    const { grades, report } = await audit(fixture('hostile-mcp/server.mjs', 'orders'));
    expect(['D', 'F']).toContain(grades.security);
    expect(report.headings[4]?.findings[0]?.tools).toEqual(['lookup_weather']);
  });
});

describe('audit --compare', () => {
  it('tells what became worse and better, tokens included, and fails a review by it', async () => {
    const cwd = folder({});
    await mcptest(['audit', '--format', 'json', '--output', 'main.json', '--', ...broken('c-rpc-009')], {
      cwd,
    });
    const worse = await mcptest(
      ['audit', '--compare', 'main.json', '--format', 'md', '--', ...broken('c-cap-006')],
      { cwd },
    );
    expect(worse.stdout).toMatch(/\*\*worse\*\*: `Follows the protocol: C-CAP-006/);
    expect(worse.stdout).toMatch(/- better: `Follows the protocol: C-RPC-009/);
    const tools = (description: string) =>
      JSON.stringify({ tools: [{ name: 'get_order', description, inputSchema: { type: 'object' } }] });
    const saved = folder({
      'old.json': tools('Get one order by its number.'),
      'new.json': tools(`Get one order by its number. ${'Returns its lines. '.repeat(20)}`),
    });
    await mcptest(['audit', '--from', 'old.json', '--format', 'json', '--output', 'main.json'], {
      cwd: saved,
    });
    const dearer = await mcptest(
      ['audit', '--from', 'new.json', '--compare', 'main.json', '--format', 'md'],
      { cwd: saved },
    );
    expect(dearer.stdout).toMatch(/\*\*worse\*\*: `tokens: \d+ → \d+ \(\+\d+\): get_order \+\d+`/);
  });

  it('calls a heading neither better nor worse that only one of the two judged', async () => {
    const cwd = folder({});
    const live = ['--', ...broken('c-rpc-009')];
    await mcptest(['audit', '--keep', 'main.json', ...live], { cwd });
    await mcptest(['tools', '--format', 'json', '--output', 'tools.json', ...live], { cwd });
    const saved = ['audit', '--from', 'tools.json', '--compare', 'main.json', '--format'];
    const [pretty, md, html, agent] = await Promise.all(
      ['pretty', 'md', 'html', 'agent'].map(
        async (format) => (await mcptest([...saved, format], { cwd })).stdout,
      ),
    );
    const line = /Starts and answers: [A-F] → \?, judged in one of the two only/;
    expect(pretty).toMatch(new RegExp(`\\? ${line.source}`));
    expect(md).toMatch(new RegExp(`- unknown: \`${line.source}`));
    expect(html).toMatch(new RegExp(`unknown: ${line.source}`));
    expect(agent).toMatch(new RegExp(`CHANGE unknown ${line.source}`));
  });

  it('refuses a file that is no audit', async () => {
    const cwd = folder({ 'main.json': '{}', 'tools.json': '{"tools": []}' });
    const ran = await mcptest(['audit', '--from', 'tools.json', '--compare', 'main.json'], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/main\.json is not a saved audit/);
  });
});
