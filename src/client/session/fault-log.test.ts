/** What is wrong with one method is not told as twice wrong with another. */
import { expect, it } from 'vitest';
import { FaultLog } from './fault-log.js';

const asked = (method: string) => `the server asked for ${method}`;

it('tells each subject by itself, and counts it', () => {
  const faults = new FaultLog();
  for (const method of ['roots/list', 'foo/bar', 'roots/list'])
    faults.addAbout(method, 'undeclared', asked(method));
  expect(faults.list()).toEqual([
    { code: 'undeclared', message: 'the server asked for roots/list', count: 2 },
    { code: 'undeclared', message: 'the server asked for foo/bar', count: 1 },
  ]);
});

it('keeps no more than twenty subjects, however many words a server has', () => {
  const faults = new FaultLog();
  for (let at = 0; at < 1000; at += 1) faults.addAbout(`m${at}`, 'undeclared', asked(`m${at}`));
  faults.addAbout('m5', 'undeclared', asked('m5'));
  faults.addAbout('x', 'other', 'another code');
  const counts = faults.list().map(({ count }) => count);
  expect(counts).toEqual([981, 1, 1, 1, 1, 2, ...Array(14).fill(1), 1]);
});
