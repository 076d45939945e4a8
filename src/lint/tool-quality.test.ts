import { expect, test } from 'vitest';
import type { Catalog } from '../types/catalog.js';
import { TOOL_QUALITY_DEFAULTS, TOOL_QUALITY_TARGETS, toolQualityFigures } from './tool-quality.js';

const catalog: Catalog = {
  server: 's',
  tools: [
    {
      name: 'good "one"',
      description: 'Get the weather of a city for a day. Returns temperature, humidity and wind.',
      inputSchema: { type: 'object', additionalProperties: false },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'bad',
      description: 'Bad',
      inputSchema: { type: 'object', properties: { x: {} }, required: ['x'] },
    },
  ],
};

test('figures count findings by family, severity and smell', () => {
  const figures = toolQualityFigures(catalog);
  expect(figures).toMatchObject({
    'tool["good \\"one\\""].score': 1,
    critical_count: 3,
    warning_count: 4,
    schema_criticals: 1,
    schema_warnings: 1,
    'smells.underspecified': 2,
    'smells.verbose': 0,
    'smells.uninformative': 2,
    'smells.brittle': 0,
    'smells.missing_examples': 1,
    'smells.missing_return_format': 1,
    'smells.invalid_annotation': 0,
    'smells.missing_annotations': 1,
    smell_total: 7,
  });
  expect(figures.min_score).toBe(figures['tool["bad"].score']);
  expect(figures.mean_score).toBeCloseTo((1 + (figures.min_score ?? 0)) / 2, 3);
  const targets = Object.keys(figures).map((key) => (key.startsWith('tool[') ? 'tool["<name>"].score' : key));
  expect(new Set(targets)).toEqual(new Set(TOOL_QUALITY_TARGETS));
});

test('without tools there are no scores', () => {
  const figures = toolQualityFigures({ server: 's', tools: [] });
  expect(figures).not.toHaveProperty('min_score');
  expect(figures).not.toHaveProperty('mean_score');
  expect(figures.critical_count).toBe(0);
});

test('suppressions and severities count', () => {
  const config = {
    severity: { 'DESC-006': 'warning' },
    suppress: [{ rule: 'DESC-001', tool: 'bad', reason: 'short on purpose' }],
  } as const;
  expect(toolQualityFigures(catalog, { ...config, suppress: [...config.suppress] })).toMatchObject({
    critical_count: 1,
    warning_count: 5,
  });
});

test('the default gate is pinned', () => {
  expect(TOOL_QUALITY_DEFAULTS).toEqual([
    { target: 'min_score', matcher: { '>=': 0.5 } },
    { target: 'mean_score', matcher: { '>=': 0.7 } },
    { target: 'critical_count', matcher: { '<=': 0 } },
  ]);
});
