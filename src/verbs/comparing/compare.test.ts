import { expect, it } from 'vitest';
import { folder } from '../../../test/lib/cli.js';
import { failingCase, sampleCase, sampleRun } from '../../envelope/sample-run.js';
import { compareRuns } from './compare.js';

it('says what changed since a saved run', async () => {
  const base = sampleRun([sampleCase({ name: 'a' }), sampleCase({ name: 'b' })]);
  const cwd = folder({ 'base.json': JSON.stringify(base) });
  const now = sampleRun([failingCase('a'), sampleCase({ name: 'c' })]);
  const { cases } = await compareRuns('base.json', now, { cwd });
  expect(Object.fromEntries(cases.map(({ name, change }) => [name, change]))).toEqual({
    a: 'regressed',
    b: 'removed',
    c: 'new',
  });
});

it('a base that is not there is an error with its name', async () => {
  const cwd = folder();
  await expect(compareRuns('base.json', sampleRun([]), { cwd })).rejects.toMatchObject({
    code: 'no-run',
    message: expect.stringContaining('base.json'),
  });
});
