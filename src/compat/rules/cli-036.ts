/** A tool with an output schema answers without structuredContent, or with one that does not fit. */
import type { CompatRule } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { answeredTool, misfitOf } from '../answer.js';
import { GET_ORDER } from './sample-tool.js';

export const cli036: CompatRule = {
  id: 'CLI-036',
  name: 'result-against-its-schema',
  since: '0.1.0',
  triggers:
    'A tool with an output schema answers without structuredContent, or with one that does not fit. Needs a live answer (`--call`).',
  rationale:
    'A client that checks results refuses the answer although the server did its work, and the model sees an error.',
  fix: 'Return structuredContent that fits the output schema in every result that is not an error, or leave the output schema out.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
    good: {
      ...GET_ORDER,
      outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
    answers: [{ content: [] }, { content: [], structuredContent: { id: '7' } }],
  },
  check: (subject) => {
    const answered = answeredTool(subject);
    const schema = answered && ownValue(answered.tool, 'outputSchema');
    if (answered === undefined || !isObject(schema) || ownValue(answered.result, 'isError') === true)
      return [];
    const problem = misfitOf(schema, ownValue(answered.result, 'structuredContent'));
    return problem === undefined
      ? []
      : [{ tool: answered.place, pointer: '/outputSchema', message: problem }];
  },
};
