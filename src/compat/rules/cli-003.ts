/** An output schema that Ajv does not compile: a `$ref` that leads nowhere, an unknown type, a pattern that is no regular expression. */
import { outputProblem } from '../../json-schema/refused-outputs.js';
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli003: CompatRule = {
  id: 'CLI-003',
  name: 'output-schema-does-not-compile',
  since: '0.1.0',
  triggers:
    'An output schema that Ajv does not compile: a `$ref` that leads nowhere, an unknown type, a pattern that is not a regular expression.',
  rationale:
    'Clients prepare output schemas to check results with them. Those of SDK 1.x do it while they list, so that one broken schema loses the list.',
  fix: 'Fix the schema at the place that the message names, or leave the output schema out.',
  limits: {},
  sample: {
    bad: { ...GET_ORDER, outputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } },
    good: { ...GET_ORDER, outputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  },
  check: (subject) =>
    eachTool(subject, (tool) => {
      const problem = outputProblem(ownValue(tool, 'outputSchema'));
      return problem === undefined
        ? undefined
        : { pointer: '/outputSchema', message: `the output schema does not compile (${problem})` };
    }),
};
