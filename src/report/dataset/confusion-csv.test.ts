import { expect, it } from 'vitest';
import type { Dataset } from '../../types/dataset.js';
import type { RunEnvelope } from '../../types/envelope.js';
import { confusionCsv } from './confusion-csv.js';
import { sharedText } from './dataset-text.js';

const run = (datasets?: Partial<Dataset>[]) => ({ datasets }) as unknown as RunEnvelope;

it('is a table that no spreadsheet takes for formulas, with one line a pair', () => {
  const confusion = [
    { expected: '=cmd|x', called: 'a,"b"\n@sum', n: 2, cases: ['+1', 'two'], shared_words: ['note', 'user'] },
    { expected: '\u001b[31mred', called: '(none)', n: 1, cases: ['-3'] },
  ];
  const text = confusionCsv(run([{ file: 'mcptest.yml', test: '-t', confusion }]));
  const [head, first, second, end] = text.split('\r\n');
  expect(head).toBe('file,test,model,expected,called,rows,shared_words,cases,by_words');
  expect(first).toMatch(/^mcptest\.yml,'-t,,'=cmd\|x,"a,""b""[^\n]*@sum",2,note user,'\+1; two,$/);
  expect(second).toMatch(/,\(none\),1,,'-3,$/);
  expect(text).not.toContain('\u001b');
  expect(end).toBe('');
});

it('is no empty table where nothing was measured', () => {
  expect(() => confusionCsv(run())).toThrow('this run has no confusion matrix');
});

it('says in words what is shared, and what is not known', () => {
  const pair = { expected: 'a', called: 'b', n: 1, cases: [] };
  expect(sharedText(pair)).toBe('shared words not known: a description is not in the record');
  expect(sharedText({ ...pair, shared_words: [] })).toBe('the two descriptions share no word');
  expect(sharedText({ ...pair, shared_words: ['x', 'y'] })).toBe('both descriptions say: x, y');
  expect(sharedText({ ...pair, called: '(none)' })).toBe('');
});
