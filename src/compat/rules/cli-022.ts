/** A `pattern` that cannot be made a grammar: it is not held at both ends, or it looks ahead or behind. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli022: CompatRule = {
  id: 'CLI-022',
  name: 'pattern-no-grammar-takes',
  since: '0.1.0',
  triggers:
    'A `pattern` that cannot be made a grammar: it is not held at both ends, or it looks ahead or behind.',
  rationale:
    'Local model servers turn the schemas of all tools into one grammar. One pattern that they cannot turn fails every tool of every server.',
  fix: 'Begin the pattern with ^ and end it with $, without (?= and the like; or say in the description what is wanted.',
  limits: { refuses: '`unanchored`, `lookaround`' },
  sample: {
    limit: { refuses: ['lookaround'] },
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { id: { type: 'string', pattern: '^(?!0)[0-9]+$' } } },
    },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]*$' } } },
    },
  },
  check: (subject, { refuses }) => {
    const kinds = textsOf(refuses);
    return eachInput(subject, (node) => {
      const pattern = ownValue(node.schema, 'pattern');
      if (typeof pattern !== 'string') return undefined;
      if (kinds.includes('lookaround') && /\(\?<?[=!]/.test(pattern))
        return `the pattern of ${whereOf(node)} looks ahead or behind`;
      if (kinds.includes('unanchored') && !(pattern.startsWith('^') && pattern.endsWith('$')))
        return `the pattern of ${whereOf(node)} does not begin with ^ and end with $`;
      return undefined;
    });
  },
};
