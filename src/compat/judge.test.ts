import { describe, expect, it } from 'vitest';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Client, ClientFact } from '../types/compat.js';
import { compatFindings } from './as-findings.js';
import { judgeClient } from './judge.js';
import { compatReport, failing } from './report.js';

const tool = (name: string, more: object = {}): ToolDef => ({
  name,
  description: 'Does it.',
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
const fact = (more: Partial<ClientFact>): ClientFact => ({
  about: 'names',
  says: 'does something to it',
  rule: 'CLI-008',
  effect: 'error',
  limit: { pattern: '^[a-z_]+$' },
  source: 'tried',
  date: '2026-11',
  confidence: 'measured',
  ...more,
});
const client = (...facts: ClientFact[]): Client => ({
  id: 'mine',
  name: 'Mine',
  kind: 'client',
  checked: '2026-11',
  facts,
});
const catalog: Catalog = { server: 's', tools: [tool('get_order'), tool('get.order'), tool('send')] };
const judged = (...facts: ClientFact[]) =>
  judgeClient(catalog, client(...facts), { server: 's', clients: [] });
const verdicts = (...facts: ClientFact[]) => judged(...facts).tools.map(({ verdict }) => verdict);

describe('verdicts', () => {
  it('are those of the tool, and of all where one takes all down', () => {
    expect(verdicts(fact({}))).toEqual(['works', 'error', 'works']);
    expect(verdicts(fact({ takes_all: true }))).toEqual(['error', 'error', 'error']);
    expect(judged(fact({ takes_all: true })).tools[0]).toEqual({
      tool: 'get_order',
      verdict: 'error',
      because_of: 'get.order',
    });
  });

  it('quote a name that was sent, and none that was not', () => {
    const nameless = [{ inputSchema: {} }, tool(''), tool('send')] as ToolDef[];
    const { findings } = judgeClient({ server: 's', tools: nameless }, client(fact({})), {
      server: 's',
      clients: [],
    });
    expect(findings).toMatchObject([{ tool: '#1', message: expect.stringContaining('the name ""') }]);
  });

  it.each([
    ['outdated', { state: 'outdated' as const }],
    ['unproven', { state: 'unproven' as const }],
    ['hearsay', { confidence: 'hearsay' as const }],
    ['conditional', { when: 'it rains' }],
  ])('are never an error where the fact is %s', (_, more) => {
    const report = judged(fact({ takes_all: true, ...more }));
    expect(report.verdict).toBe('degraded');
    expect(report.tools.map(({ verdict }) => verdict)).toEqual(['works', 'degraded', 'works']);
    expect(report.findings).toMatchObject([{ maybe: true, verdict: 'degraded' }]);
    expect(report.findings[0]).not.toHaveProperty('takes_all');
  });

  it('about the list are everybody’s, and a limit that drops tools drops those behind it', () => {
    const limit = { rule: 'CLI-007', limit: { max: 2 } };
    expect(verdicts(fact({ ...limit, effect: 'degraded' }))).toEqual(['degraded', 'degraded', 'degraded']);
    expect(verdicts(fact({ ...limit, effect: 'dropped' }))).toEqual(['works', 'works', 'dropped']);
  });

  it('tell rule, limit, source, date and fix, the worst first', () => {
    const { findings } = judged(
      fact({ effect: 'degraded' }),
      fact({ rule: 'CLI-013', effect: 'dropped' }),
      fact({}),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(['error', 'degraded']);
    expect(findings[0]).toMatchObject({
      rule: 'CLI-008',
      tool: 'get.order',
      limit: { pattern: '^[a-z_]+$' },
      confidence: 'measured',
      date: '2026-11',
      source: 'tried',
      fix: expect.any(String),
      message: expect.stringContaining('Mine does something to it'),
    });
  });

  it('without a fact that judges are none', () => {
    expect(judged(fact({ rule: undefined, effect: undefined })).verdict).toBe('works');
  });
});

describe('a report', () => {
  const clients = [
    client(fact({})),
    { ...client(fact({ state: 'outdated' })), id: 'old' },
    { ...client(fact({ rule: undefined })), id: 'mute' },
  ];
  const named = (server: string) => ({
    catalog: { ...catalog, server },
    server_name: server,
    name_from: 'option' as const,
  });
  const reportOf = (...servers: string[]) =>
    compatReport(servers.map(named), { chosen: clients, clients, month: '2027-02' });

  it('is as bad as its worst client, says how old the facts are, and who was not judged', () => {
    const report = reportOf('s');
    expect(report.verdict).toBe('error');
    expect(report.clients.map((one) => one.client)).toEqual(['mine', 'old']);
    expect(report.not_judged.map((one) => one.client)).toEqual(['mute']);
    expect(report.facts).toEqual({ count: 2, oldest: '2026-11', newest: '2026-11', months: 3 });
  });

  it('fails on what is sure alone', () => {
    const report = reportOf('s');
    expect(failing(report, 'error')).toMatchObject([{ tool: 'get.order' }]);
    expect(failing(report, 'degraded')).toHaveLength(1);
    expect(failing(report, 'never')).toEqual([]);
  });

  it('of several servers names each, as findings of lint too', () => {
    const report = reportOf('one', 'two');
    expect(report.clients[0]?.tools).toHaveLength(6);
    const findings = compatFindings(report);
    expect(findings.map(({ server, severity }) => [server, severity])).toEqual([
      ['one', 'critical'],
      ['two', 'critical'],
      ['one', 'info'],
      ['two', 'info'],
    ]);
    expect(findings[0]?.message).toMatch(/\(mine\)$/);
  });
});
