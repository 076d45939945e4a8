import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { MetricBlock } from '../types/metric.js';
import { scoreOptions } from './score-options.js';
import { plannedGroup } from './score-testkit.js';

const redactor = createRedactor([]);
const optionsFor = (...blocks: MetricBlock[]) =>
  scoreOptions(
    [plannedGroup(1, { metrics: blocks.map((block) => ({ block, config: {}, gates: [] })) })],
    redactor,
  );

describe('what scoring has at hand', () => {
  it('is the redactor alone where no metric needs more', async () => {
    expect(await optionsFor('tool_edges')).toEqual({ redactor });
    expect(await scoreOptions([], redactor)).toEqual({ redactor });
  });

  it('is a counter of tokens where one counts them', async () => {
    const options = await optionsFor('tool_edges', 'token_efficiency');
    expect(options.countTokens?.('hello world')).toBe(2);
    expect(options.countTokens?.('hello world')).toBe(2);
    expect(options.validate).toBeUndefined();
  });

  it('is a validator where one looks at schemas, which says nothing under a schema that cannot be used', async () => {
    const { validate } = await optionsFor('orchestration');
    expect(validate?.({ type: 'string' }, 'a')).toBe(true);
    expect(validate?.({ type: 'string' }, 1)).toBe(false);
    expect(validate?.({ type: 'no such type' }, 1)).toBeUndefined();
  });
});
