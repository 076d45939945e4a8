import { expect, test } from 'vitest';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { lintCatalog } from './engine.js';

const clean: ToolDef = {
  name: 'clean',
  description: 'Get the weather of a city. Returns temperature and wind.',
  inputSchema: { type: 'object', required: [], additionalProperties: false },
  annotations: { readOnlyHint: true },
};
const critical: ToolDef = { ...clean, name: 'critical', description: 'Weather.' };
const warning: ToolDef = { ...clean, name: 'warning', annotations: undefined };

function server(...tools: ToolDef[]): Catalog {
  return { server: 's', tools };
}

function codes(code: () => unknown): string | undefined {
  try {
    code();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return undefined;
}

test('a clean tool has one PASS, and the summary counts everything', () => {
  const result = lintCatalog([server(clean)]);
  expect(result).toEqual({
    findings: [
      {
        rule: 'PASS',
        severity: 'pass',
        server: 's',
        tool: 'clean',
        pointer: '',
        message: 'nothing to report',
      },
    ],
    summary: { critical: 0, high: 0, medium: 0, warning: 0, low: 0, info: 0, pass: 1 },
    tools: 1,
  });
});

test('groups stay together, the worst tool and its worst finding first', () => {
  const both = { ...critical, name: 'both', annotations: undefined };
  const { findings, summary } = lintCatalog([server(clean, warning, both)], { rules: ['DESC'] });
  expect(findings.map(({ tool, rule }) => `${tool} ${rule}`)).toEqual([
    'both DESC-001',
    'both DESC-004',
    'both DESC-010',
    'both DESC-012',
    'warning DESC-012',
    'clean PASS',
  ]);
  expect(summary).toMatchObject({ critical: 1, warning: 4, pass: 1 });
});

test('tools of one name are kept apart, nameless ones are named by their place', () => {
  const nameless = { ...critical, name: undefined } as unknown as ToolDef;
  const { findings } = lintCatalog([server(critical, clean, { ...clean, name: 'critical' }, nameless)], {
    rules: ['DESC-001'],
  });
  expect(findings.map(({ tool, severity }) => `${tool} ${severity}`)).toEqual([
    'critical critical',
    '#3 critical',
    'clean pass',
    'critical pass',
  ]);
});

test('rules are chosen by id or family, and an unknown one is an error', () => {
  const found = (rules: string[]) =>
    lintCatalog([server({ name: 'x' })], { rules }).findings.map((finding) => finding.rule);
  expect(found(['desc-001', 'SCH-006'])).toEqual(['DESC-001', 'SCH-006']);
  expect(new Set(found(['SCH']).map((rule) => rule.slice(0, 3)))).toEqual(new Set(['SCH']));
  expect(codes(() => lintCatalog([], { rules: ['DESC-999'] }))).toBe('rule-unknown');
});

test('what the official clients refuse is told of the tool and its field, unless rules are chosen', () => {
  const bad = server({ name: 'x', title: null, inputSchema: {} } as never);
  const told = (options = {}) =>
    lintCatalog([{ ...bad, refused: [{ pointer: '/nextCursor', message: 'of the list' }] }], options)
      .findings.filter(({ rule }) => rule === 'CAT-002')
      .map(({ tool, pointer, severity, message }) => ({ tool, pointer, severity, message }));
  const refuse = 'the official clients (SDK 1.x and 2.x) refuse the whole list';
  expect(told()).toEqual([
    { tool: undefined, pointer: '/nextCursor', severity: 'critical', message: 'of the list' },
    {
      tool: 'x',
      pointer: '/title',
      severity: 'critical',
      message: `title is null and not a string; ${refuse}`,
    },
    {
      tool: 'x',
      pointer: '/inputSchema/type',
      severity: 'critical',
      message: `inputSchema.type is missing; ${refuse}`,
    },
  ]);
  expect(told({ rules: ['SCH'] })).toEqual([]);
  expect(told({ config: { severity: { 'CAT-002': 'off' } } })).toEqual([]);
  expect(told({ config: { severity: { 'CAT-002': 'info' } } }).map(({ severity }) => severity)).toEqual([
    'info',
    'info',
    'info',
  ]);
});

test('without a choice, only descriptions and schemas are looked at', () => {
  const { findings } = lintCatalog([server({ name: 'x' })]);
  expect(findings.every(({ rule }) => /^(?:DESC|SCH|CAT)-/.test(rule))).toBe(true);
});

test('severities can be changed, switched off and filtered', () => {
  const config = { severity: { 'DESC-012': 'critical', 'DESC-001': 'off' } } as const;
  const rules = ['DESC-001', 'DESC-010', 'DESC-012'];
  const bare = { ...critical, annotations: undefined };
  const changed = lintCatalog([server(bare)], { rules, config });
  expect(changed.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['DESC-012', 'critical'],
    ['DESC-010', 'warning'],
  ]);
  const filtered = lintCatalog([server(bare, warning)], { rules, severity: 'critical' });
  expect(filtered.findings.map(({ rule }) => rule)).toEqual(['DESC-001']);
  expect(filtered.summary).toMatchObject({ critical: 1, warning: 0, pass: 0 });
  expect(filtered.tools).toBe(2);
});

test('what is shown is one line, short, and without hidden characters', () => {
  const tool = {
    ...clean,
    description: `\u001b[31m\u202e${'x\n'.repeat(5)}`,
    inputSchema: { type: 'object', properties: { [`a\u200b${'b'.repeat(500)}`]: {} } },
  };
  const { findings } = lintCatalog([server(tool)], {
    rules: ['DESC-001', 'DESC-008', 'DESC-009', 'SCH-003'],
  });
  for (const finding of findings) {
    expect(finding.message.length).toBeLessThanOrEqual(160);
    expect((finding.excerpt ?? '').length).toBeLessThanOrEqual(40);
    expect(`${finding.message}${finding.excerpt}${finding.suggestion}`).not.toMatch(/[\n\u001b\u202e\u200b]/);
  }
  expect(findings.find(({ rule }) => rule === 'DESC-001')?.excerpt).toContain('\\x1b[31m');
});

test('one rule reports at most a hundred times on a tool', () => {
  const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, { type: 'string' }]));
  const tool = { ...clean, inputSchema: { type: 'object', properties } };
  expect(lintCatalog([server(tool)], { rules: ['SCH-004'] }).findings).toHaveLength(100);
});

test('entries that are no tools are reported, never passed over', () => {
  const catalog = {
    ...server(clean),
    unreadable: [{ pointer: '/tools/1', message: 'entry 1 is not an object' }],
  };
  const { findings, summary } = lintCatalog([catalog]);
  expect(findings[0]).toMatchObject({
    rule: 'CAT-001',
    severity: 'critical',
    server: 's',
    pointer: '/tools/1',
  });
  expect(summary).toMatchObject({ critical: 1, pass: 1 });
});

test('a suppressed finding is gone, and the tool is clean without it', () => {
  const suppress = [{ rule: 'DESC-012', tool: 'warning', reason: 'old clients' }];
  const { findings } = lintCatalog([server(warning)], { config: { suppress } });
  expect(findings.map(({ rule }) => rule)).toEqual(['PASS']);
});

test('every part of a subject must fit', () => {
  const rules = ['DESC-012'];
  const left = (subject: object) =>
    lintCatalog([server(warning)], {
      rules,
      config: { suppress: [{ rule: 'DESC-012', reason: 'r', ...subject }] },
    }).findings.map(({ rule }) => rule);
  expect(left({ server: 's' })).toEqual(['PASS']);
  expect(left({ pointer: '' })).toEqual(['PASS']);
  expect(left({ server: 's', tool: 'other' })).toEqual(['DESC-012', 'SUP-001']);
  expect(left({ tool: 'warning', pointer: '/description' })).toEqual(['DESC-012', 'SUP-001']);
});

test('a suppression that nothing needs is reported, unless it was not put to the test', () => {
  const stale = (suppression: object, options: object = {}) =>
    lintCatalog([server(clean)], {
      config: { suppress: [{ rule: 'DESC-012', tool: 'clean', reason: 'r', ...suppression }] },
      ...options,
    }).findings.filter(({ rule }) => rule === 'SUP-001');
  expect(stale({})).toMatchObject([{ severity: 'warning', tool: 'clean', pointer: '' }]);
  expect(stale({ tool: 'gone' })).toHaveLength(1);
  expect(stale({}, { rules: ['SCH'] })).toEqual([]);
  expect(stale({ server: 'elsewhere' })).toEqual([]);
});
