/** A result says something in structuredContent that its content does not say, or the other way round, and the client shows one of them. */
import type { CompatRule } from '../../types/compat.js';
import { answeredTool, lostHalf } from '../answer.js';
import { GET_ORDER } from './sample-tool.js';

export const cli037: CompatRule = {
  id: 'CLI-037',
  name: 'content-and-structure-differ',
  since: '0.1.0',
  triggers:
    'A result says something in structuredContent that its content does not say, or the other way round, and the client shows one of them. Needs a live answer (`--call`).',
  rationale:
    'Half of the clients show the model structuredContent, the other half content. If something is in only one of them, half of the people do not see it.',
  fix: 'Put the structured content as JSON into a text block as well.',
  limits: { shows: '`structured` or `content`' },
  sample: {
    limit: { shows: 'content' },
    bad: GET_ORDER,
    good: GET_ORDER,
    answers: [
      { content: [], structuredContent: { id: '7' } },
      { content: [{ type: 'text', text: '{"id":"7"}' }], structuredContent: { id: '7' } },
    ],
  },
  check: (subject, { shows }) => {
    const answered = answeredTool(subject);
    const message = answered && lostHalf(answered, String(shows));
    return message === undefined || answered === undefined
      ? []
      : [{ tool: answered.place, pointer: '', message }];
  },
};
