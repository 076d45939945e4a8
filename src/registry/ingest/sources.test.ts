import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { IngestProblem } from '../../types/registry.js';
import { cataloguesIn } from './sources.js';

it.skipIf(!existsSync('/dev/zero'))('refuses a file that has no end', async () => {
  const problems: IngestProblem[] = [];
  const context = { cwd: '/', told: (problem: IngestProblem) => problems.push(problem) };
  for await (const found of cataloguesIn('/dev/zero', context)) expect(found).toBeUndefined();
  expect(problems).toMatchObject([
    { kind: 'rejected', message: expect.stringContaining('it has more than 256 MB, which is the limit') },
  ]);
});
