/** A result holds content of a kind that the client does not pass on. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { answeredTool } from '../answer.js';
import { textOf, textsOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli035: CompatRule = {
  id: 'CLI-035',
  name: 'content-kind-lost',
  since: '0.1.0',
  triggers:
    'A result holds content of a kind that the client does not pass on. Needs a live answer (`--call`).',
  rationale: 'The model sees an error or nothing instead of an image or a link, and continues without it.',
  fix: 'Say the same in a text block beside it.',
  limits: { kinds: 'the types of content that are lost' },
  sample: {
    limit: { kinds: ['audio'] },
    bad: GET_ORDER,
    good: GET_ORDER,
    answers: [
      { content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] },
      { content: [{ type: 'text', text: 'Order 7.' }] },
    ],
  },
  check: (subject, { kinds }) => {
    const answered = answeredTool(subject);
    const lost = new Set(textsOf(kinds));
    const found = answered?.content
      .map((block) => textOf(ownValue(block, 'type')))
      .filter((kind) => lost.has(kind));
    if (answered === undefined || !found?.length) return [];
    return [
      { tool: answered.place, pointer: '', message: `the result holds ${[...new Set(found)].join(', ')}` },
    ];
  },
};
