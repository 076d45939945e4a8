/** Shapes that several answers share. */
import type { Field, Shape } from './shape.js';

export const STRING: Shape = { is: 'string' };
export const BOOLEAN: Shape = { is: 'boolean' };
const RECORD: Shape = { is: 'record' };

export const must = (shape: Shape): Field => ({ shape, optional: false });
export const may = (shape: Shape): Field => ({ shape, optional: true });
export const object = (fields: Record<string, Field>): Shape => ({ is: 'object', fields });
export const list = (of: Shape): Shape => ({ is: 'list', of });

/** Clients of 1.x take a list for an object here, those of 2.x do not. */
export const SOME_OBJECT: Shape = { is: 'by-client', '1.x': { is: 'object-or-list' }, '2.x': RECORD };

/** `_meta` of an entry. */
export const META = may(RECORD);

/** `_meta` of an answer as a whole. */
export const RESULT_META = may(
  object({
    progressToken: may({
      is: 'either',
      shapes: [STRING, { is: 'number', whole: true }],
      words: 'is neither a string nor a whole number',
    }),
    'io.modelcontextprotocol/related-task': may(object({ taskId: must(STRING) })),
  }),
);

const ICON = object({
  src: must(STRING),
  mimeType: may(STRING),
  sizes: may(list(STRING)),
  theme: may({ is: 'word', words: ['light', 'dark'] }),
});

/** What everything with a name has. */
export const NAMED: Record<string, Field> = {
  name: must(STRING),
  title: may(STRING),
  icons: may(list(ICON)),
};

export const ANNOTATIONS = may(
  object({
    audience: may(list({ is: 'word', words: ['user', 'assistant'] })),
    priority: may({ is: 'number', least: 0, most: 1 }),
    lastModified: may({ is: 'date-time' }),
  }),
);

export const RESOURCE: Record<string, Field> = {
  ...NAMED,
  uri: must(STRING),
  description: may(STRING),
  mimeType: may(STRING),
  size: may({ is: 'number' }),
  annotations: ANNOTATIONS,
  _meta: META,
};
