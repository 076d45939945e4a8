/** Every rule of the registry: proves that it can fire and can stay silent, and that nothing breaks it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Rule, RuleHit, RuleSample } from '../types/rule.js';
import { lintCatalog } from './engine.js';
import { RULES } from './registry.js';
import { RULE_IDS } from './rule-ids.js';
import { createContext } from './tool-view.js';

function catalogsOf(sample: RuleSample): Catalog[] {
  return Array.isArray(sample) ? sample : [{ server: 'sample', tools: [sample] }];
}

function fires(rule: Rule, sample: RuleSample): boolean {
  const { findings } = lintCatalog(catalogsOf(sample), { rules: [rule.id] });
  return findings.some((finding) => finding.rule === rule.id);
}

function checkOf(tool: ToolDef, twin = tool): (rule: Rule) => RuleHit[] {
  const catalog: Catalog = { server: 's', tools: [tool, twin] };
  const context = createContext(catalog);
  return (rule) => (rule.scope === 'tool' ? rule.check(tool, context) : rule.check(catalog, context));
}

test('the light list of ids is the list of rules', () => {
  expect([...RULE_IDS].sort()).toEqual(RULES.map((rule) => rule.id).sort());
});

test('ids are unique and in order, names are kebab-case, each rule has its file', () => {
  const ids = RULES.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(ids.length);
  for (const { id, name } of RULES) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(existsSync(join(import.meta.dirname, 'rules', `${id.toLowerCase()}.ts`)), id).toBe(true);
  }
  for (const family of ['DESC', 'SCH']) {
    const members = ids.filter((id) => id.startsWith(family));
    expect(members).toEqual([...members].sort());
  }
});

test('the rules and severities of descriptions and schemas are fixed', () => {
  const critical = RULES.filter((rule) => rule.severity === 'critical' && !rule.id.startsWith('SEC'));
  expect(critical.map((rule) => rule.id)).toEqual([
    'DESC-001',
    'DESC-003',
    'DESC-006',
    'SCH-003',
    'SCH-005',
    'SCH-006',
  ]);
  expect(RULES.filter((rule) => rule.id.startsWith('DESC'))).toHaveLength(13);
  expect(RULES.filter((rule) => rule.id.startsWith('SCH'))).toHaveLength(11);
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  test('fires on its bad sample and not on its good one', () => {
    expect(fires(rule, rule.bad)).toBe(true);
    expect(fires(rule, rule.good)).toBe(false);
  });

  test('never throws, whatever JSON a tool is', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const words = ['type', 'properties', 'items', 'required', 'enum', '$ref', 'anyOf', 'allOf', '__proto__'];
    const keyed = fc.dictionary(fc.constantFrom(...words, 'a', 'toString'), json, { maxKeys: 5 });
    const schema = fc.oneof(json, keyed, fc.record({ type: json, properties: keyed, required: json }));
    const tool = fc.record(
      {
        name: json,
        title: json,
        description: fc.oneof(json, fc.string({ maxLength: 60 })),
        inputSchema: schema,
        outputSchema: schema,
        annotations: json,
        examples: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: tool }, json), (value) => {
        for (const hit of checkOf(value as ToolDef)(rule)) expect(hit.pointer).toMatch(/^(?:\/|$)/);
      }),
      { numRuns: 60 },
    );
  });
});

test('hostile catalogues are linted to the end', () => {
  const deep = JSON.parse(`${'{"properties":{"a":'.repeat(3000)}{}${'}}'.repeat(3000)}`);
  const tools = [
    { name: 'same', description: 7, inputSchema: null },
    { name: 'same' },
    {},
    { name: 'deep', inputSchema: deep },
    JSON.parse(
      '{"name":"__proto__","__proto__":{"x":1},"inputSchema":{"properties":{"__proto__":{"type":"string"}}}}',
    ),
    {
      name: 'loop',
      inputSchema: {
        type: 'object',
        properties: { next: { $ref: '#' }, self: { $ref: '#/properties/self' } },
        required: ['next', 'self'],
      },
    },
    { name: 'huge', description: 'x'.repeat(5e6), inputSchema: { type: 'object' } },
    { name: 'wide', inputSchema: { type: 'object', properties: Object.fromEntries(many(20_000)) } },
  ];
  const result = lintCatalog([{ server: 's', tools: tools as ToolDef[] }]);
  expect(result.tools).toBe(tools.length);
  expect(new Set(result.findings.map((finding) => finding.tool)).size).toBe(tools.length - 1);
});

function many(count: number): [string, unknown][] {
  return Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }]);
}
