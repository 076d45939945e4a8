import { describe, expect, it } from 'vitest';
import { gateLines } from '../report/audit/view.js';
import type { AuditHeading, AuditReport } from '../types/audit.js';
import type { CheckResult } from '../types/conformance.js';
import type { Finding } from '../types/envelope.js';
import type { ServerScore } from '../types/tdqs.js';
import { commandLine } from './command-line.js';
import { deltaOf, readAudit } from './compare.js';
import { judgeGate } from './gate.js';
import { clientsHeading } from './headings/clients.js';
import { definitionsHeading } from './headings/definitions.js';
import { protocolHeading } from './headings/protocol.js';
import { securityHeading } from './headings/security.js';
import { startHeading } from './headings/start.js';
import { tokensHeading } from './headings/tokens.js';
import { type FoundFault, judgedHeading, unjudgedHeading } from './points.js';
import { fixesOf, gradeOfAll } from './report.js';

const command = commandLine('-- node s.js');
const fault = (rule: string, points: number, more: Partial<FoundFault> = {}): FoundFault => ({
  rule,
  severity: 'low',
  tools: [],
  message: 'm',
  fix: 'f',
  points,
  command: command('lint'),
  ...more,
});
const heading = (points: number, more: Partial<FoundFault> = {}): AuditHeading =>
  judgedHeading('tokens', {
    says: '',
    findings: points === 0 && more.at_most === undefined ? [] : [fault('r', points, more)],
  });
const check = (id: string, status: CheckResult['status'], message = 'x'): CheckResult => ({
  id,
  title: id,
  level: 'MUST',
  status,
  spec: '',
  revision: '',
  message,
  fix: '',
  frames: [],
});

it('a description that is a little long does not stand before purposes that nobody understands', () => {
  const purpose = {
    dimension: 'purpose_clarity',
    fault: 'does not say what for',
    tools: ['a'],
    gain: 0.5,
    sentences: [],
  };
  const score = { overallScore: 3, toolCount: 8, fixes: [purpose] } as unknown as ServerScore;
  const long = { rule: 'DESC-002', severity: 'warning', tool: 'b', message: '563 characters' } as Finding;
  const { findings } = definitionsHeading({ score, findings: [long] }, command);
  expect(findings.map(({ rule }) => rule)).toEqual(['purpose_clarity', 'DESC-002']);
  expect(findings[0]?.message).toBe('the description does not say what for');
  const none = { ...long, rule: 'DESC-001', severity: 'critical' } as Finding;
  expect(definitionsHeading({ score, findings: [none] }, command).findings).toHaveLength(1);
});

describe('grades', () => {
  it.each([
    [0, 'A'],
    [10, 'A'],
    [11, 'B'],
    [25, 'B'],
    [26, 'C'],
    [41, 'D'],
    [61, 'F'],
    [900, 'F'],
  ])('%d points lost are %s', (points, grade) => {
    expect(heading(points).grade).toBe(grade);
  });

  it('holds a heading down by what is broken outright, and says what mending it gives', () => {
    const held = judgedHeading('protocol', {
      says: '',
      findings: [fault('a', 5, { at_most: 'D' }), fault('b', 12)],
    });
    expect(held).toMatchObject({
      grade: 'D',
      findings: [
        { rule: 'a', grade_if_mended: 'B' },
        { rule: 'b', grade_if_mended: 'D' },
      ],
    });
  });

  it('gives no A where a part could not be tested', () => {
    expect(judgedHeading('protocol', { says: '', findings: [], untested: ['x'] }).grade).toBe('B');
  });

  it('is of the whole the mean, at most one better than the worst, and none while one is open', () => {
    expect(gradeOfAll([heading(0), heading(0), heading(0)])).toBe('A');
    expect(gradeOfAll([heading(0), heading(0), heading(0), heading(0), heading(50)])).toBe('C');
    expect(gradeOfAll([heading(0), unjudgedHeading('start', { inconclusive: 'it hung' })])).toBeUndefined();
    expect(gradeOfAll([heading(0), unjudgedHeading('start', { left_out: 'saved' })])).toBe('A');
  });

  it('names at most five fixes: first what holds a grade down, then by points', () => {
    const many = judgedHeading('tokens', {
      says: '',
      findings: [1, 2, 3, 4, 5, 6].map((points) => fault(`r${points}`, points)),
    });
    const held = judgedHeading('protocol', { says: '', findings: [fault('must', 0, { at_most: 'D' })] });
    expect(fixesOf([many, held]).map(({ rule }) => rule)).toEqual(['must', 'r6', 'r5', 'r4', 'r3']);
  });
});

describe('the gate', () => {
  const exit = (headings: AuditHeading[], gate?: 'review' | 'release' | 'strict') =>
    judgeGate(headings, gate).exit_code;
  const verdict = (headings: AuditHeading[], gate?: 'strict') => judgeGate(headings, gate).verdict;

  it.each([
    ['review', 'D', 0],
    ['release', 'D', 1],
    ['release', 'C', 0],
    ['strict', 'B', 1],
    ['strict', 'A', 0],
  ] as const)('%s with %s is %d', (gate, grade, code) => {
    expect(exit([{ ...heading(0), grade }], gate)).toBe(code);
  });

  it('never takes what could not be judged for good, and red counts before it', () => {
    const open = unjudgedHeading('start', { inconclusive: 'it hung' });
    expect([exit([open]), exit([open], 'review')]).toEqual([3, 3]);
    expect(exit([open, heading(90)], 'review')).toBe(1);
    expect([verdict([open]), verdict([open, heading(90)]), verdict([heading(0)])]).toEqual([
      'inconclusive',
      'fail',
      'pass',
    ]);
    expect([verdict([heading(30)]), verdict([heading(30)], 'strict')]).toEqual(['pass', 'fail']);
    expect(exit([unjudgedHeading('start', { left_out: 'saved' })], 'review')).toBe(3);
    expect(exit([unjudgedHeading('start', { left_out: 'saved' })])).toBe(0);
    expect(exit([judgedHeading('protocol', { says: '', findings: [], untested: ['x'] })], 'release')).toBe(3);
  });

  it('says which gate the verdict is by, and whether it was asked for', () => {
    const red = { ...heading(90), grade: 'F' as const };
    const reasons = [`${red.title}: F, and the gate release asks for C`];
    const failed = { name: 'release', verdict: 'fail', reasons };
    expect(judgeGate([red], undefined)).toEqual({ ...failed, requested: false, exit_code: 0 });
    expect(judgeGate([red], 'release')).toEqual({ ...failed, requested: true, exit_code: 1 });
    expect(gateLines(judgeGate([red], undefined))).toEqual([]);
    expect(gateLines(judgeGate([red], 'release'))).toEqual([
      { isGreen: false, text: `gate release: fail: ${reasons[0]}` },
    ]);
    expect(gateLines(judgeGate([heading(0)], 'strict'))).toEqual([
      { isGreen: true, text: 'gate strict: pass' },
    ]);
    const open = judgeGate([unjudgedHeading('start', { inconclusive: 'it hung' })], undefined);
    expect(gateLines(open)).toMatchObject([
      { isGreen: false, text: expect.stringMatching(/^exit code 3: /) },
    ]);
  });
});

describe('headings', () => {
  it('protocol: D for a broken rule, F without a handshake, told once for many untested', () => {
    expect(protocolHeading([check('C-A-1', 'pass'), check('C-A-2', 'fail')], command)).toMatchObject({
      grade: 'D',
      says: '1 of 2 rules kept',
      findings: [{ command: 'mcptest conformance --only C-A-2 -- node s.js' }],
    });
    expect(protocolHeading([check('C-LIFE-001', 'fail')], command).grade).toBe('F');
    const untested = ['1', '2', '3', '4'].map((id) => check(id, 'not-testable', 'no tool'));
    expect(protocolHeading([check('C-A-1', 'pass'), ...untested], command).untested).toEqual([
      '1, 2, 3 and 1 more: no tool',
    ]);
  });

  it('security: high is a D, critical an F, info costs nothing', () => {
    const grade = (severity: 'critical' | 'high' | 'medium' | 'info') =>
      securityHeading(
        { findings: [{ rule: 'SEC-001', severity, message: 'm', tool: 't' }], looked: 'x' },
        command,
      ).grade;
    expect(['critical', 'high', 'medium', 'info'].map((one) => grade(one as 'high'))).toEqual([
      'F',
      'D',
      'B',
      'A',
    ]);
  });

  it('start: a call that ends the server is an F, one that is slow or refused holds nothing down', () => {
    const grade = (outcome: 'died' | 'silent' | 'refused' | 'answered') => {
      const calls = [outcome, 'answered' as const].map((one) => ({ tool: 't', outcome: one, said: 's' }));
      return startHeading({ steps: [], calls, manifest: [] }, command).grade;
    };
    expect((['died', 'silent', 'refused', 'answered'] as const).map(grade)).toEqual(['F', 'A', 'A', 'A']);
  });

  it('start: where no safe call is answered the whole is no A', () => {
    const calls = [{ tool: 't', outcome: 'silent' as const, said: 's' }];
    const start = startHeading({ steps: [], calls, manifest: [] }, command);
    expect(start).toMatchObject({ grade: 'C', untested: [expect.stringContaining('no safe call')] });
    expect(gradeOfAll([start, ...Array(5).fill({ ...start, grade: 'A', score: 100 })])).toBe('B');
  });

  it('start: says so when no call was answered, whatever the grade', () => {
    const says = (...outcomes: ('silent' | 'answered')[]) => {
      const calls = outcomes.map((outcome) => ({ tool: 't', outcome, said: 's' }));
      return startHeading({ steps: [], calls, manifest: [] }, command).says;
    };
    expect(says('silent', 'silent')).toBe('it starts, 2 safe calls, none answered in time');
    expect(says('silent', 'answered')).toBe('it starts, 2 safe calls');
  });

  it('tokens: grades the sum and names the one tool that costs far more', () => {
    const few = tokensHeading({ total: 900, tools: { a: 450, b: 450 } }, command);
    expect(few).toMatchObject({ grade: 'A', findings: [] });
    const tools = { dear: 9000, a: 100, b: 100, c: 100 };
    expect(tokensHeading({ total: 9300, tools }, command)).toMatchObject({
      grade: 'B',
      findings: [{ rule: 'dear-tool', tools: ['dear'], grade_if_mended: 'A' }],
    });
    expect(tokensHeading({ total: 50_000, tools: { a: 25_000, b: 25_000 } }, command).findings[0]?.rule).toBe(
      'large-surface',
    );
  });
});

describe('two audits', () => {
  const report = (headings: AuditHeading[], tools: Record<string, number>): AuditReport => ({
    version: 1,
    mcptest: '1',
    server: { name: 's', tools: 1 },
    target: '',
    headings,
    fixes: [],
    notes: [],
    tokens: { total: Object.values(tools).reduce((sum, one) => sum + one, 0), tools },
  });

  it('says what is new, gone, at more tools, and what it costs', () => {
    const old = report([heading(0), { ...heading(20, { tools: ['a', 'b'] }), id: 'security' }], {
      a: 10,
      gone: 5,
    });
    const now = report([heading(30), { ...heading(20, { tools: ['b', 'c'] }), id: 'security' }], {
      a: 12,
      fresh: 7,
    });
    const delta = deltaOf(old, now);
    expect(delta.headings.map(({ change }) => change)).toEqual(['worse', 'same']);
    expect(delta.worse.join('\n')).toMatch(/r: m\n.*r at c/);
    expect(delta.better.join('\n')).toMatch(/r at a/);
    expect(delta.tokens).toMatchObject({ from: 15, to: 19 });
    expect(delta.tokens?.tools[0]).toEqual({ tool: 'fresh', from: 0, to: 7 });
    expect(judgeGate(now.headings, 'review', delta).exit_code).toBe(1);
  });

  it('reads back what was saved, and nothing else', () => {
    const saved = JSON.stringify(report([heading(0)], {}));
    expect(readAudit(saved, 'main.json').headings).toHaveLength(1);
    for (const text of ['{', '{}', '[]', '{"version":1,"headings":[1]}'])
      expect(() => readAudit(text, 'main.json')).toThrow('not a saved audit');
  });
});

describe('clients', () => {
  const client = (name: string, ...findings: object[]) => ({
    client: name,
    name,
    tools: [{ tool: 't' }],
    findings,
  });
  const degraded = { rule: 'CLI-001', verdict: 'degraded', tool: 't', message: 'm', fix: 'f' };

  it('counts what is only maybe so apart, and takes no points for it', () => {
    const clients = [client('a'), client('b', { ...degraded, maybe: true }), client('c')];
    const judged = clientsHeading({ clients, servers: [] } as never, command);
    expect([judged.says, judged.grade]).toEqual(['2 of 3 clients show it unchanged, 1 may lose a part', 'A']);
  });

  it('says what is surely lost', () => {
    const clients = [client('a'), client('b', degraded)];
    const judged = clientsHeading({ clients, servers: [] } as never, command);
    expect(judged.says).toBe('1 of 2 clients show it unchanged, 1 loses a part');
    const half = clientsHeading({ clients: [client('a')], servers: [{ broken_off: 'x' }] } as never, command);
    expect([half.grade, half.untested]).toEqual([
      'B',
      ['tools behind the place where the list broke off: x'],
    ]);
  });
});
