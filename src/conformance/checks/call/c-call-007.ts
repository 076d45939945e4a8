import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { callResults } from '../../learn/calls.js';
import { needSome } from '../../world.js';

export const cCall007 = check({
  id: 'C-CALL-007',
  title: 'a structured result is an object',
  level: 'MUST',
  since: '2025-06-18',
  until: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#structured-content',
  fix: 'Wrap the value in an object; other values came with 2026-07-28.',
  async run(world) {
    const all = (await callResults(world)).filter(({ result }) => result.structuredContent !== undefined);
    const results = needSome(all, 'no result was structured');
    const wrong = results.filter(({ result }) => !isObject(result.structuredContent));
    return judged(
      wrong.map(
        ({ call, result }) => `the result of ${show(call.tool.name)} is ${show(result.structuredContent)}`,
      ),
      'it is',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});
