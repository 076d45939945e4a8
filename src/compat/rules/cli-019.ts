/** The input schema is not valid in the dialect that the client checks it by, whatever `$schema` says. */
import type { Dialect } from '../../json-schema/dialect.js';
import { metaProblem } from '../../json-schema/quick-check.js';
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli019: CompatRule = {
  id: 'CLI-019',
  name: 'schema-not-valid',
  since: '0.1.0',
  triggers:
    'The input schema is not valid in the dialect that the client checks it by, whatever `$schema` says.',
  rationale:
    'A list under `items` is right in draft 07 and wrong in 2020-12; `"type": "int"` is wrong everywhere. A schema that is valid in both is safe.',
  fix: 'Fix the place that the message names, so that the schema is valid in draft 07 and in 2020-12.',
  limits: { dialect: '`draft-07` or `2020-12`' },
  sample: {
    limit: { dialect: '2020-12' },
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { id: { type: 'int' } } } },
    good: GET_ORDER,
  },
  check: (subject, { dialect }) =>
    eachTool(subject, (tool) => {
      const problem = metaProblem(ownValue(tool, 'inputSchema'), dialect as Dialect);
      return problem === undefined
        ? undefined
        : { pointer: '/inputSchema', message: `the input schema is not valid as ${dialect}: ${problem}` };
    }),
};
