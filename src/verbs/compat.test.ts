import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { CLIENTS, findClient } from '../compat/clients.js';
import { judgeClient } from '../compat/judge.js';
import { checkClients, findingsOf } from './compat.js';
import { lint } from './lint.js';

const INPUT = { type: 'object', properties: { id: { type: 'string' } } };
const tool = (name: string, more: object = {}) => ({
  name,
  description: 'Get an order.',
  inputSchema: INPUT,
  ...more,
});
const check = async (tools: object[], input: object = {}) => {
  const cwd = folder({ 'shop.json': JSON.stringify({ tools }) });
  return checkClients({ cwd, from: 'shop.json', ...input });
};

describe('checkClients', () => {
  it('finds nothing on a plain tool', async () => {
    const report = await check([tool('get_order')]);
    expect(report.clients.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'works', failed: false, exit_code: 0 });
    expect(report.not_judged.map(({ client }) => client)).toContain('warp');
  });

  it('says whom one tool takes down, and by which tool', async () => {
    const report = await check([tool('get_order'), tool('orders.get')], { client: ['claude-api', 'codex'] });
    const [claude, codex] = report.clients;
    expect(claude).toMatchObject({
      client: 'claude-api',
      kind: 'api',
      verdict: 'error',
      tools: [
        { tool: 'get_order', verdict: 'error', because_of: 'orders.get' },
        { tool: 'orders.get', verdict: 'error' },
      ],
      findings: [
        { rule: 'CLI-008', tool: 'orders.get', verdict: 'error', takes_all: true, confidence: 'issue' },
      ],
    });
    expect(codex?.verdict).toBe('works');
    expect(report.exit_code).toBe(1);
  });

  it('calls no tool that the server does not list', async () => {
    const command = ['node', join(import.meta.dirname, '../../fixtures/cli-agent/ledger.mjs')];
    const called = checkClients({ cwd: folder({}), command, call: 'kepe', client: ['codex'] });
    await expect(called).rejects.toMatchObject({ code: 'unknown-tool', hint: 'did you mean `keep`?' });
  });

  it('holds names against the name of the server', async () => {
    const name = 'get_the_order_of_a_customer_by_number';
    const cursor = async (server_name?: string) =>
      (await check([tool(name)], { client: ['cursor'], server_name })).clients[0]?.verdict;
    expect(await cursor()).toBe('works');
    expect(await cursor('a-very-long-name-of-a-server')).toBe('dropped');
  });

  it('never makes an error of what is outdated, unproven, hearsay or conditional', async () => {
    const many = Array.from({ length: 130 }, (_, at) => tool(`get_${at}`, { description: 'x'.repeat(2000) }));
    const { clients, exit_code } = await check(many, {
      client: ['openai-api', 'cursor'],
      fail_on: 'degraded',
    });
    const findings = clients.flatMap((client) => client.findings);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['CLI-007', 'CLI-012']));
    expect(findings.every(({ maybe, verdict }) => maybe && verdict === 'degraded')).toBe(true);
    expect(exit_code).toBe(0);
  });

  it('is undecided about a client of which nothing is known', async () => {
    expect(await check([tool('a')], { client: ['warp'] })).toMatchObject({ clients: [], exit_code: 3 });
  });

  it('takes clients of a file, and refuses a wrong one with its line', async () => {
    const fact = {
      about: 'names',
      says: 'does it',
      source: 'tried',
      date: '2026-11',
      confidence: 'measured',
    };
    const own = { id: 'mine', name: 'Mine', kind: 'client', checked: '2026-11' };
    const file = (facts: object[]) => JSON.stringify({ version: 1, clients: [{ ...own, facts }] }, null, 1);
    const cwd = folder({
      'shop.json': JSON.stringify([tool('get_order')]),
      'good.json': file([{ ...fact, rule: 'CLI-009', effect: 'dropped', limit: { max: 3, of: 'tool' } }]),
      'bad.json': file([{ ...fact, rule: 'CLI-999', effect: 'dropped' }]),
      'pattern.json': file([{ ...fact, rule: 'CLI-008', effect: 'dropped', limit: { pattern: '(' } }]),
    });
    const run = (clients: string) => checkClients({ cwd, from: 'shop.json', client: ['mine'], clients });
    expect((await run('good.json')).clients[0]).toMatchObject({ client: 'mine', verdict: 'dropped' });
    await expect(run('bad.json')).rejects.toThrow(/^bad\.json:\d+:\d+: clients\.0\.facts\.0\.rule must be/);
    await expect(run('pattern.json')).rejects.toThrow(/limit\.pattern must be a regular expression/);
  });

  it('drops what stands behind the first page', async () => {
    const page = (name: string) => ({ jsonrpc: '2.0', id: 1, result: { tools: [tool(name)] } });
    const cwd = folder({ 'shop.json': JSON.stringify([page('get_order'), page('get_user')]) });
    const { clients } = await checkClients({ cwd, from: 'shop.json', client: ['zed', 'vscode'] });
    expect(clients.map(({ client, verdict }) => [client, verdict])).toEqual([
      ['vscode', 'works'],
      ['zed', 'dropped'],
    ]);
    expect(clients[1]?.tools).toEqual([
      { tool: 'get_order', verdict: 'works' },
      { tool: 'get_user', verdict: 'dropped' },
    ]);
  });

  it('judges a list whose cursors go round or never end by what came of it', async () => {
    const live = (fault: string, client: string[]) =>
      checkClients({
        cwd: folder({}),
        command: ['node', join(import.meta.dirname, '../../fixtures/chaos-mcp/server.mjs'), '--fault', fault],
        client,
      });
    const round = await live('repeat-cursor', ['codex', 'librechat', 'cursor']);
    await round.closing;
    expect(
      round.clients.map(({ client, verdict, findings }) => [client, verdict, findings[0]?.rule]),
    ).toEqual([
      ['codex', 'error', 'CLI-040'],
      ['cursor', 'works', undefined],
      ['librechat', 'degraded', 'CLI-040'],
    ]);
    expect(round.servers[0]).toMatchObject({ tools: 9, broken_off: 'the cursor "1" came twice' });
    expect(round.exit_code).toBe(1);
    const endless = await live('endless-cursor', ['codex', 'cursor']);
    await endless.closing;
    expect(endless.clients[0]?.findings.map(({ rule, takes_all }) => [rule, takes_all])).toEqual([
      ['CLI-041', true],
    ]);
    // A client of which nothing is known there is no reason to be green about half a list.
    const half = await live('repeat-cursor', ['cursor']);
    await half.closing;
    expect([half.verdict, half.exit_code]).toEqual(['works', 3]);
  });

  it('counts the pages and cursors of a saved list', async () => {
    const page = (name: string, nextCursor?: string) => ({ result: { tools: [tool(name)], nextCursor } });
    const rules = async (pages: object[]) => {
      const cwd = folder({ 'shop.json': JSON.stringify(pages) });
      const { clients } = await checkClients({ cwd, from: 'shop.json', client: ['codex'] });
      return clients[0]?.findings.map(({ rule }) => rule);
    };
    expect(await rules([page('a', 'x'), page('b', 'y'), page('c')])).toEqual([]);
    expect(await rules([page('a', 'x'), page('b', 'x')])).toEqual(['CLI-040']);
    // Tools that were not saved cannot be judged.
    const first = folder({ 'shop.json': JSON.stringify({ tools: [tool('a')], nextCursor: 'x' }) });
    const { servers, exit_code } = await checkClients({ cwd: first, from: 'shop.json', client: ['codex'] });
    expect([servers[0]?.broken_off, exit_code]).toEqual([expect.stringContaining('further pages'), 3]);
    expect(await rules([page('a', 'x'.repeat(65_537)), page('b')])).toEqual(['CLI-041']);
    const many = Array.from({ length: 101 }, (_, at) => page(`get_${at}`, at < 100 ? `c${at}` : undefined));
    expect(await rules(many.slice(1))).toEqual([]);
    expect(await rules(many)).toEqual(['CLI-041']);
  });

  it('holds each fact to what it says, and to no more', async () => {
    const rules = async (client: string, ...tools: object[]) =>
      (await check(tools, { client: [client] })).clients[0]?.findings.map(({ rule }) => rule);
    const input = (id: object) => ({ inputSchema: { type: 'object', properties: { id } } });
    expect(await rules('copilot-studio', tool('a', input({ exclusiveMinimum: 0 })))).toEqual(['CLI-027']);
    expect(await rules('copilot-studio', tool('a', input({ exclusiveMinimum: true })))).toEqual([]);
    const named = { inputSchema: { type: 'object', properties: { if: { type: 'string' } } } };
    expect(await rules('zed', tool('a', named))).toEqual(['CLI-027']);
    expect(
      await rules('gemini-api', tool('a', { inputSchema: { type: 'object', properties: { const: {} } } })),
    ).toEqual([]);
    const inside = { type: 'object', properties: { id: true } };
    expect(await rules('cursor', tool('a', { outputSchema: inside }))).toEqual([]);
    expect(await rules('mcp-sdk-1', tool('a', { outputSchema: inside }))).toEqual(['CLI-002']);
    expect(await rules('cursor', tool('a', { outputSchema: { type: 'array' } }))).toEqual(['CLI-002']);
    expect(await rules('claude-api', tool('a'), tool('a'))).toEqual(['CLI-011']);
    expect(await rules('openai-api', tool('a', { inputSchema: { properties: {} } }))).toEqual(['CLI-001']);
    expect(await rules('openai-api', tool('a', { inputSchema: undefined }))).toEqual([]);
    expect(await rules('claude-api', tool('a', { inputSchema: [] }))).toEqual(['CLI-019']);
  });

  it('holds a result against its schema, surely for a client and maybe for one that has it inside', async () => {
    const shop = { name: 'get_order', inputSchema: INPUT, outputSchema: { ...INPUT, required: ['id'] } };
    const judge = (id: string) =>
      judgeClient({ server: 's', tools: [shop] }, findClient(CLIENTS, id), {
        server: 's',
        clients: CLIENTS,
        answer: { tool: 'get_order', result: { content: [{ type: 'text', text: 'none' }] } },
      }).findings.map(({ rule, verdict, maybe }) => [rule, verdict, maybe]);
    expect(judge('mcp-sdk-1')).toEqual([['CLI-036', 'error', undefined]]);
    expect(judge('opencode')).toEqual([['CLI-036', 'degraded', true]]);
  });

  it('says which client takes a server without tools and prompts for a dead one', async () => {
    const server = (capabilities: string) => [
      'node',
      '-e',
      `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const hello = { protocolVersion: params?.protocolVersion, capabilities: ${capabilities}, serverInfo: { name: 's', version: '1' } };
        const result = { initialize: hello, 'prompts/list': { prompts: [{ name: 'order' }] } }[method] ?? {};
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      })`,
    ];
    const verdict = async (capabilities: string) => {
      const report = await checkClients({
        cwd: folder({}),
        command: server(capabilities),
        client: ['gemini-cli'],
      });
      await report.closing;
      return report.verdict;
    };
    expect(await verdict('{ resources: {} }')).toBe('error');
    expect(await verdict('{ prompts: {} }')).toBe('works');
  });

  it('counts entries that are no tools', async () => {
    const cwd = folder({ 'shop.json': JSON.stringify({ tools: [tool('get_order'), 7] }) });
    const { clients } = await checkClients({ cwd, from: 'shop.json', client: ['mcp-sdk-1'] });
    expect(clients[0]?.findings).toMatchObject([{ rule: 'CLI-001', verdict: 'error', takes_all: true }]);
  });
});

describe('findings', () => {
  it('are one for a rule and a tool, with a severity', async () => {
    const input = { client: ['claude-api', 'openai-api', 'mistral-api', 'bedrock'] };
    const cwd = folder({ 'shop.json': JSON.stringify([tool('orders.get')]) });
    const report = await checkClients({ cwd, from: 'shop.json', ...input });
    const { findings } = await findingsOf(report, { cwd, from: 'shop.json' });
    expect(findings).toMatchObject([{ rule: 'CLI-008', severity: 'critical', tool: 'orders.get' }]);
    expect(findings[0]?.message).toMatch(/\(4 clients\)$/);
  });

  it('stand in lint with --clients, under the same settings', async () => {
    const cwd = folder({ 'shop.json': JSON.stringify({ tools: [tool('orders.get')] }) });
    const rulesOf = async (clients?: true) =>
      (await lint({ cwd, from: 'shop.json', clients })).findings.map(({ rule }) => rule);
    expect(await rulesOf()).not.toContain('CLI-008');
    expect(await rulesOf(true)).toContain('CLI-008');
  });
});
