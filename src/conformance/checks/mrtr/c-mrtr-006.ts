import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { inputRequests, isInputRequired } from '../../judge/input-required.js';
import { judgeAll } from '../../judge/seen.js';

const METHODS = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

export const cMrtr006 = check({
  id: 'C-MRTR-006',
  title: 'input that is required is an elicitation, a sampling or the roots',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/mrtr#server-requirements-basic-workflow',
  fix: 'Use elicitation/create, sampling/createMessage and roots/list in `inputRequests`.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: (seen) => isInputRequired(seen) && inputRequests(seen).length > 0,
      wrong: (seen) => {
        const other = inputRequests(seen).find(({ method }) => !METHODS.includes(String(method)));
        return other && `it asks for ${show(other.method)}`;
      },
      good: 'it is',
      none: 'no result required input',
    }),
});
