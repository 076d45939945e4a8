/** Strings and arrays without an upper limit. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { typesOf } from '../text/prose.js';

/** Formats whose values are short by themselves. */
const SHORT_FORMATS = new Set(['date', 'date-time', 'time', 'duration', 'uuid', 'ipv4', 'ipv6']);

export const sch004: ToolRule = {
  id: 'SCH-004',
  name: 'unbounded-value',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'A string of the input schema has no `maxLength`, or an array no `maxItems`. Strings with `enum`, `const` or a format of fixed length (dates, times, UUIDs, IP addresses) pass, and so do documents (`contentMediaType`).',
  rationale:
    'An agent in a loop can send a megabyte where a word was meant. A limit in the schema stops it before the call, and tells the agent how much is usual.',
  fix: 'Set `maxLength` or `maxItems` to the most that the server can use.',
  bad: {
    name: 'search',
    description: 'Search the index.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  },
  good: {
    name: 'search',
    description: 'Search the index.',
    inputSchema: { type: 'object', properties: { query: { type: 'string', maxLength: 200 } } },
  },
  scope: 'tool',
  check(tool, context) {
    const hits = [];
    for (const node of context.view(tool).nodes) {
      const missing = missingLimit(node.schema);
      if (missing === undefined || node.keyword === 'not' || node.keyword === 'if') continue;
      hits.push({ pointer: `/inputSchema${node.pointer()}`, message: missing });
    }
    return hits;
  },
};

function missingLimit(schema: unknown): string | undefined {
  const types = typesOf(schema);
  if (ownValue(schema, 'enum') !== undefined || ownValue(schema, 'const') !== undefined) return undefined;
  if (types.includes('array') && ownValue(schema, 'maxItems') === undefined)
    return 'the array has no maxItems';
  if (!types.includes('string') || ownValue(schema, 'maxLength') !== undefined) return undefined;
  // A text that is said to be a document is as long as documents are.
  if (ownValue(schema, 'contentMediaType') !== undefined) return undefined;
  const format = ownValue(schema, 'format');
  return typeof format === 'string' && SHORT_FORMATS.has(format) ? undefined : 'the string has no maxLength';
}
