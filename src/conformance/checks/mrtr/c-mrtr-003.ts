import { check } from '../../check.js';
import { isInputRequired } from '../../judge/input-required.js';
import { judgeAll } from '../../judge/seen.js';

const MAY_ASK = ['tools/call', 'resources/read', 'prompts/get'];

export const cMrtr003 = check({
  id: 'C-MRTR-003',
  title: 'input is required only of calls, reads and prompts',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/mrtr#supported-requests',
  official: ['sep-2322-not-on-unsupported-requests'],
  fix: 'Ask for input in answers to tools/call, resources/read and prompts/get, and in no other.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      wrong: (seen) => {
        const method = String(seen.request?.method);
        return isInputRequired(seen) && !MAY_ASK.includes(method)
          ? `it was required of ${method}`
          : undefined;
      },
      good: 'it is',
    }),
});
