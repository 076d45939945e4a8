import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { envelopeText } from './build.js';
import { failingCase, sampleCase, sampleRun } from './sample-run.js';
import { ENVELOPE_SCHEMA, envelopeSchemaText } from './schema.js';
import type { SchemaNode } from './schema-parts.js';

const root = new URL('../../', import.meta.url);
const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(ENVELOPE_SCHEMA);

/** Every named field of the schema, by its path. */
function fields(node: SchemaNode, path = ''): [string, SchemaNode][] {
  const inner = Object.entries(node.properties ?? {}).flatMap(([key, child]): [string, SchemaNode][] => [
    [`${path}${key}`, child],
    ...fields(child, `${path}${key}.`),
  ]);
  return node.items ? [...inner, ...fields(node.items, path)] : inner;
}

it('is published as schema/envelope-v2.json', () => {
  expect(readFileSync(new URL('schema/envelope-v2.json', root), 'utf8')).toBe(envelopeSchemaText());
});

it('describes every field, and the reference page names it', () => {
  const page = readFileSync(new URL('docs/reference/envelope.md', root), 'utf8');
  const all = fields(ENVELOPE_SCHEMA);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(([, node]) => !node.description).map(([path]) => path)).toEqual([]);
  const missing = all.filter(([path]) => !page.includes(`\`${path.split('.').at(-1)}\``));
  expect(missing.map(([path]) => path)).toEqual([]);
});

describe('a validator that is not ours', () => {
  it('accepts what is built, with every optional part', () => {
    const full = sampleRun(
      [
        failingCase(),
        sampleCase({
          attempts: 2,
          skip_reason: 'x',
          notes: ['n'],
          figures: { f1: 0.5 },
          marks: [{ metric: 'trajectory', as: 'expected', good: true, calls: [0] }],
          trace: {
            calls: [{ tool: 't', args: [], result: { content: [] }, is_error: false, duration_ms: 1.5 }],
            delegations: [{ from: 'a', to: 'b' }],
            final_response: 'done',
            turns: [{ tokens: 3, input: 2, output: 1, cost_usd: 0.1 }],
            tokens: { input: 1, output: 2, total: 3 },
            catalog: { demo: [] },
            faults: [{ call: 0, kind: 'error' }],
          },
        }),
      ],
      {
        groups: [
          {
            file: 'a.yml',
            name: 'g',
            test: 'g',
            model: 'm',
            runs: 2,
            verdict: 'pass',
            figures: {},
            checks: [],
            grade: 'A',
          },
        ],
        tool_selection: [
          {
            file: 'a.yml',
            agent: 'a',
            test: 'a',
            runs: 1,
            selected: 1,
            selection_rate: 1,
            pass_k: Number.NaN,
            tokens: { median: 1, max: 2 },
            passed: true,
            reasons: [],
            per_run: [{ run: 1, selected: true, called: ['t'], over_budget: false }],
          },
        ],
        coverage: {
          tools: [
            { file: 'a.mcptest.yml', server: 'demo', total: 1, covered: 0, percent: 0, uncovered: ['t'] },
          ],
          total: 1,
          covered: 0,
          percent: 0,
          unmeasured: [{ file: 'a.mcptest.yml', server: 'x', reason: 'down' }],
        },
        findings: [{ rule: 'r', severity: 'warning', message: 'm', count: 2 }],
        snapshots: { written: [], updated: [], obsolete: ['o'] },
        errors: [{ where: 'teardown', message: 'm' }],
      },
    );
    validate(JSON.parse(envelopeText(full)));
    expect(validate.errors).toBeNull();
  });

  it('refuses a figure of null and an unknown verdict', () => {
    const envelope = JSON.parse(envelopeText(sampleRun([sampleCase()])));
    expect(validate({ ...envelope, verdict: 'skipped' })).toBe(false);
    envelope.results[0].figures = { f1: null };
    expect(validate(envelope)).toBe(false);
  });
});
