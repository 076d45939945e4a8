/** An input too large or too deep to be filled in reliably. */
import type { ToolRule } from '../../types/rule.js';

const MAX_DEPTH = 5;
const MAX_PARAMETERS = 30;

export const sch009: ToolRule = {
  id: 'SCH-009',
  name: 'input-too-large',
  severity: 'warning',
  since: '0.1.0',
  triggers: `The tool takes more than ${MAX_PARAMETERS} arguments, or arguments are nested deeper than ${MAX_DEPTH} levels (the tool's own are level 1; lists add no level; a schema that refers to itself is entered once).`,
  rationale:
    'The more an agent has to fill in, the more it gets wrong, and the whole schema is sent with every request whether the tool is used or not.',
  fix: 'Split the tool by task, and flatten what is nested only for order.',
  bad: {
    name: 'query',
    description: 'Query the store.',
    inputSchema: { type: 'object', properties: { level_1: nested(MAX_DEPTH) } },
  },
  good: {
    name: 'query',
    description: 'Query the store.',
    inputSchema: { type: 'object', properties: { level_1: nested(MAX_DEPTH - 1) } },
  },
  scope: 'tool',
  check(tool, context) {
    const { parameters } = context.view(tool);
    const hits = [];
    const top = parameters.filter((parameter) => parameter.depth === 1).length;
    if (top > MAX_PARAMETERS) {
      hits.push({
        pointer: '/inputSchema',
        message: `the tool takes ${top} arguments; over ${MAX_PARAMETERS} is too many`,
      });
    }
    const deep = parameters.find((parameter) => parameter.depth > MAX_DEPTH);
    if (deep !== undefined) {
      hits.push({ pointer: deep.pointer(), message: `arguments are nested deeper than ${MAX_DEPTH} levels` });
    }
    return hits;
  },
};

function nested(levels: number, depth = 2): Record<string, unknown> {
  return levels === 0
    ? { type: 'string' }
    : { type: 'object', properties: { [`level_${depth}`]: nested(levels - 1, depth + 1) } };
}
