import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isMetricBlock, METRIC_BLOCKS, METRICS, metricsOfTarget } from './blocks.js';
import { MEASURES } from './registry.js';
import { METRIC_SCHEMAS } from './schemas.js';

interface Node {
  description?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  [key: string]: unknown;
}

/** Paths of keys without a description, at every level. */
function undescribed(node: Node, path: string): string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([key, inner]) => [
    ...(inner.description === undefined ? [`${path}.${key}`] : []),
    ...undescribed(inner, `${path}.${key}`),
  ]);
  const nested = [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])].filter(
    (inner) => inner !== undefined,
  );
  return [...own, ...nested.flatMap((inner) => undescribed(inner, path))];
}

describe('metric blocks', () => {
  it('are written and measured in one order, and are no other words', () => {
    expect(Object.keys(METRIC_SCHEMAS)).toEqual(METRIC_BLOCKS);
    expect(Object.keys(MEASURES)).toEqual(METRIC_BLOCKS);
    expect(METRIC_BLOCKS.every(isMetricBlock)).toBe(true);
    expect(isMetricBlock('constructor')).toBe(false);
  });

  it('describes every key of every block, and marks previews', () => {
    for (const block of METRIC_BLOCKS) {
      const schema = z.toJSONSchema(METRIC_SCHEMAS[block]) as Node;
      expect(schema.description, block).toBeTypeOf('string');
      expect(undescribed(schema, block)).toEqual([]);
      const preview = ['distractors', 'discovery', 'orchestration', 'tool_edges'].includes(block);
      expect(schema['x-mcptest-status'], block).toBe(preview ? 'preview' : undefined);
      expect(METRICS[block].preview === true, block).toBe(preview);
    }
  });

  it('has a page for each block that names its targets', () => {
    const page = (name: string) =>
      readFileSync(new URL(`../../docs/metrics/${name}.md`, import.meta.url), 'utf8');
    for (const block of METRIC_BLOCKS) {
      expect(page('README')).toContain(`[${block}](${block}.md)`);
      for (const target of METRICS[block].targets) {
        expect(page(block)).toContain(`\`${target.replace('hat_<n>', 'hat_<k>')}\``);
      }
    }
  });

  it('finds the blocks of a target', () => {
    expect(metricsOfTarget('tool_selection.f1')).toEqual(['equal_function_sets']);
    expect(metricsOfTarget('reliability.pass_hat_12')).toEqual(['tool_selection']);
    expect(metricsOfTarget('edges.nothing')).toEqual([]);
  });
});
