/** Entries of tools/list, resources/list, resources/templates/list and prompts/list. */
import { BOOLEAN, list, META, may, must, NAMED, object, RESOURCE, STRING } from './common.js';
import type { Shape } from './shape.js';

const OBJECT: Shape = { is: 'word', words: ['object'] };

const SCHEMA = object({
  type: must(OBJECT),
  properties: may({
    is: 'by-client',
    '1.x': { is: 'record', of: { is: 'object-or-list' } },
    '2.x': { is: 'record' },
  }),
  required: may(list(STRING)),
});

const TOOL_ANNOTATIONS = may(
  object({
    title: may(STRING),
    readOnlyHint: may(BOOLEAN),
    destructiveHint: may(BOOLEAN),
    idempotentHint: may(BOOLEAN),
    openWorldHint: may(BOOLEAN),
  }),
);

export const TOOL = object({
  ...NAMED,
  description: may(STRING),
  inputSchema: must(SCHEMA),
  outputSchema: may(SCHEMA),
  annotations: TOOL_ANNOTATIONS,
  execution: may(object({ taskSupport: may({ is: 'word', words: ['required', 'optional', 'forbidden'] }) })),
  _meta: META,
});

/** As of 2026-07-28: any schema may describe what comes back. */
export const MODERN_TOOL = object({
  ...NAMED,
  description: may(STRING),
  inputSchema: must(object({ $schema: may(STRING), type: must(OBJECT) })),
  outputSchema: may(object({ $schema: may(STRING) })),
  annotations: TOOL_ANNOTATIONS,
  _meta: META,
});

export const LISTED_RESOURCE = object(RESOURCE);

const { uri: _uri, size: _size, ...template } = RESOURCE;
export const TEMPLATE = object({ ...template, uriTemplate: must(STRING) });

export const PROMPT = object({
  ...NAMED,
  description: may(STRING),
  arguments: may(list(object({ name: must(STRING), description: may(STRING), required: may(BOOLEAN) }))),
  _meta: META,
});
