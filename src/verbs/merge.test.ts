import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { failingCase, sampleCase, sampleRun } from '../envelope/sample-run.js';
import { mergeRuns } from './merge.js';

it('joins the parts into one run with an id of its own', async () => {
  const shard = (id: string, ...results: Parameters<typeof sampleRun>[0]) =>
    JSON.stringify({ ...sampleRun(results), run_id: id });
  const cwd = folder({
    '1.json': shard('one', sampleCase({ name: 'a', file: 'a.yml' })),
    '2.json': shard('two', failingCase('b', { file: 'b.yml' })),
  });
  const merged = await mergeRuns(['1.json', '2.json'], { cwd });
  expect(merged.results.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(merged).toMatchObject({ verdict: 'fail', summary: { total: 2, passed: 1, failed: 1 } });
  expect(['one', 'two']).not.toContain(merged.run_id);
});
