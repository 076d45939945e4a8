import { expect, it } from 'vitest';
import { reporterNames } from '../../report/registry.js';
import { REPORTER_NAMES } from './reporter-names.js';

it('names every reporter that there is', () => {
  expect(REPORTER_NAMES).toEqual(reporterNames);
});
