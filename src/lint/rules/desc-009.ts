/** A tool with arguments worth an example that has none. */

import type { ToolDef } from '../../types/catalog.js';
import type { ToolRule, ToolView } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { givesExample, hasExample, typesOf } from '../text/prose.js';

export const desc009: ToolRule = {
  id: 'DESC-009',
  name: 'no-examples',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The tool has more than one argument, or one that is required or not a plain string, and there is no `examples` list on the tool, no `examples`, `example` or `default` on any argument, and no example in the text ("e.g.", "for example", "such as \'x\'").',
  rationale:
    'One example shows what a page of rules cannot: which arguments go together, how a date is written, how much is usual. Guidance by a model vendor reports accuracy on complex arguments rising from 72 % to 90 % once examples were added.',
  fix: 'Add `examples` to the arguments whose format is not obvious, or a `default` where there is one.',
  bad: {
    name: 'book_room',
    description: 'Book a meeting room. Returns the booking.',
    inputSchema: {
      type: 'object',
      properties: { room: { type: 'string' }, from: { type: 'string' } },
      required: ['room', 'from'],
    },
  },
  good: {
    name: 'book_room',
    description: 'Book a meeting room. Returns the booking.',
    inputSchema: {
      type: 'object',
      properties: { room: { type: 'string' }, from: { type: 'string', examples: ['2026-03-01T09:00Z'] } },
      required: ['room', 'from'],
    },
  },
  scope: 'tool',
  check(tool, context) {
    const view = context.view(tool);
    if (!needsExample(view) || isDocumented(tool, view)) return [];
    return [{ pointer: '/inputSchema', message: 'no argument has an example or a default' }];
  },
};

function needsExample(view: ToolView): boolean {
  // Outer ones come first.
  const [only, second] = view.parameters;
  if (only === undefined) return false;
  const plain = typesOf(only.resolved)[0] === 'string' && ownValue(only.resolved, 'enum') === undefined;
  return second?.depth === 1 || only.required || !plain;
}

function isDocumented(tool: ToolDef, view: ToolView): boolean {
  return (
    hasList(tool) ||
    hasList(ownValue(tool, 'inputSchema')) ||
    view.parameters.some(({ schema, resolved }) => hasExample(schema) || hasExample(resolved)) ||
    givesExample(view.description) ||
    view.parameters.some(({ description }) => givesExample(description))
  );
}

const LISTS = ['examples', 'input_examples', 'inputExamples'];

function hasList(place: unknown): boolean {
  return LISTS.some((key) => {
    const list = ownValue(place, key);
    return Array.isArray(list) && list.length > 0;
  });
}
