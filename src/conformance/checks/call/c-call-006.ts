import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { callResults } from '../../learn/calls.js';
import { needSome } from '../../world.js';

export const cCall006 = check({
  id: 'C-CALL-006',
  title: 'structured results also come as text',
  level: 'SHOULD',
  since: '2025-06-18',
  needs: 'tools',
  spec: 'server/tools#structured-content',
  fix: 'Add the same JSON as a text block: clients that know no structured results read that.',
  async run(world) {
    const all = (await callResults(world)).filter(({ result }) => result.structuredContent !== undefined);
    const results = needSome(all, 'no result was structured');
    const wrong = results.filter(
      ({ result: { content } }) => !(Array.isArray(content) && content.some(isText)),
    );
    return judged(
      wrong.map(({ call }) => `the result of ${show(call.tool.name)} has no text`),
      'they are',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});

function isText(block: { type?: unknown } | null): boolean {
  return block?.type === 'text';
}
