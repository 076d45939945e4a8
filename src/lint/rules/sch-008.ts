/** An output schema that older clients cannot take. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';

/** From this revision on, structured content may be any JSON value. */
const ANY_ROOT_SINCE = '2026-07-28';

export const sch008: ToolRule = {
  id: 'SCH-008',
  name: 'output-root-not-object',
  severity: 'warning',
  since: '0.1.0',
  triggers: `An output schema is declared without \`"type": "object"\` at its root, and the server does not speak revision ${ANY_ROOT_SINCE} or later.`,
  rationale: `Before revision ${ANY_ROOT_SINCE} structured content was an object by definition. A client of that time refuses a list at the root, and with it the tool.`,
  fix: 'Wrap the value: an object with one property that holds the list.',
  bad: {
    name: 'list_tags',
    description: 'List the tags.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'array', items: { type: 'string' } },
  },
  good: {
    name: 'list_tags',
    description: 'List the tags.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
  },
  scope: 'tool',
  check(tool, { catalog }) {
    const schema = ownValue(tool, 'outputSchema');
    if (schema === undefined || schema === null || ownValue(schema, 'type') === 'object') return [];
    const { protocolVersion } = catalog;
    if (typeof protocolVersion === 'string' && protocolVersion >= ANY_ROOT_SINCE) return [];
    return [
      {
        pointer: '/outputSchema',
        message: `the output schema is not an object at its root, as clients before ${ANY_ROOT_SINCE} need it`,
      },
    ];
  },
};
