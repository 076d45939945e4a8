/** `$schema` of an output schema names a dialect that the client does not know. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachTool, textsOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli004: CompatRule = {
  id: 'CLI-004',
  name: 'output-schema-dialect',
  since: '0.1.0',
  triggers: '`$schema` of an output schema names a dialect that the client does not know.',
  rationale:
    'A client that cannot read the dialect of an output schema cannot check results, and refuses the call before it is sent.',
  fix: 'Write `"$schema": "https://json-schema.org/draft/2020-12/schema"`, or leave `$schema` out.',
  limits: { dialects: 'the dialects that are known' },
  sample: {
    limit: { dialects: ['2020-12', 'draft-07'] },
    bad: {
      ...GET_ORDER,
      outputSchema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
    },
    good: {
      ...GET_ORDER,
      outputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    },
  },
  check: (subject, { dialects }) =>
    eachTool(subject, (tool) => {
      const named = ownValue(ownValue(tool, 'outputSchema'), '$schema');
      if (typeof named !== 'string' || textsOf(dialects).some((one) => named.includes(one))) return undefined;
      return {
        pointer: '/outputSchema/$schema',
        message: `the output schema is written in ${clip(named, 80)}`,
      };
    }),
};
