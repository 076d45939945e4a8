/** The name of a top-level argument does not match the pattern that is asked for. */
import type { CompatRule } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { toPointer } from '../../util/pointer.js';
import { clip } from '../../util/text.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli017: CompatRule = {
  id: 'CLI-017',
  name: 'argument-name',
  since: '0.1.0',
  triggers: 'The name of a top-level argument does not match the required pattern.',
  rationale:
    'Names such as `filter[status]`, `$top` or `user id` come from query strings and spreadsheets. An API that checks names refuses the whole request over one.',
  fix: 'Name arguments with letters, digits and underscores, 64 characters at most.',
  limits: { pattern: 'what the whole name must match' },
  sample: {
    limit: { pattern: '^[a-zA-Z0-9_.-]{1,64}$' },
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { 'filter[id]': { type: 'string' } } } },
    good: GET_ORDER,
  },
  check: (subject, { pattern }) => {
    const test = new RegExp(String(pattern));
    return eachTool(subject, (tool) => {
      const properties = ownValue(ownValue(tool, 'inputSchema'), 'properties');
      const name = isObject(properties) ? Object.keys(properties).find((key) => !test.test(key)) : undefined;
      if (name === undefined) return undefined;
      const pointer = toPointer(['inputSchema', 'properties', name]);
      return { pointer, message: `the argument ${JSON.stringify(clip(name, 80))} does not match ${pattern}` };
    });
  },
};
