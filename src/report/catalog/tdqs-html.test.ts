import { expect, it } from 'vitest';
import type { TdqsReport } from '../../types/tdqs.js';
import { tdqsHtml } from './tdqs-html.js';

it('the page says what the judge cost', () => {
  const books = {
    provider: 'p',
    model: 'm-1',
    calls: 7,
    kept: 0,
    input_tokens: 40,
    output_tokens: 2,
    cost_usd: 0.5,
  };
  const report: TdqsReport = { version: 1, judge: 'm-1', rubric: 'r', servers: [], books };
  expect(tdqsHtml({ report, catalogs: [] })).toContain('p m-1: 7 calls, 0 answers kept, 42 tokens, $0.5000');
  expect(tdqsHtml({ report: { ...report, books: undefined }, catalogs: [] })).not.toContain('calls');
});
