/** A result is longer than the client passes on. */
import type { CompatRule } from '../../types/compat.js';
import { answeredTool, textSize } from '../answer.js';
import { numberOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli034: CompatRule = {
  id: 'CLI-034',
  name: 'result-too-long',
  since: '0.1.0',
  triggers: 'A result is longer than the client passes on. Needs a live answer (`--call`).',
  rationale: 'The end of a long result never reaches the model, and nothing tells it what is missing.',
  fix: 'Return less by default, and offer paging or a filter as arguments.',
  limits: { max: 'the most', unit: '`characters`, `bytes` or `tokens`', lines: 'the most lines' },
  sample: {
    limit: { max: 10, unit: 'characters' },
    bad: GET_ORDER,
    good: GET_ORDER,
    answers: [
      { content: [{ type: 'text', text: 'Order 7 has 12 lines.' }] },
      { content: [{ type: 'text', text: 'Order 7.' }] },
    ],
  },
  check: (subject, { max, unit, lines }) => {
    const answered = answeredTool(subject);
    if (answered === undefined) return [];
    const { size, rows } = textSize(answered.result, String(unit), subject.countTokens);
    const { place } = answered;
    if (size > numberOf(max, Number.POSITIVE_INFINITY))
      return [
        {
          tool: place,
          pointer: '',
          message: `the result has ${size} ${unit ?? 'characters'}, ${max} are kept`,
        },
      ];
    return rows > numberOf(lines, Number.POSITIVE_INFINITY)
      ? [{ tool: place, pointer: '', message: `the result has ${rows} lines, ${lines} are kept` }]
      : [];
  },
};
