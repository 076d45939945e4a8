/** Answers to tools/call, resources/read and prompts/get. */
import {
  ANNOTATIONS,
  BOOLEAN,
  list,
  META,
  may,
  must,
  object,
  RESOURCE,
  RESULT_META,
  STRING,
} from './common.js';
import type { Field, Shape } from './shape.js';

const CONTENTS: Record<string, Field> = { uri: must(STRING), mimeType: may(STRING), _meta: META };

const RESOURCE_CONTENTS: Shape = {
  is: 'either',
  shapes: [
    object({ ...CONTENTS, text: must(STRING) }),
    object({ ...CONTENTS, blob: must({ is: 'base64' }) }),
  ],
  words: 'has neither a string `text` nor a Base64 `blob`',
};

const block = (fields: Record<string, Field>): Shape =>
  object({ ...fields, annotations: ANNOTATIONS, _meta: META });
const media = block({ data: must({ is: 'base64' }), mimeType: must(STRING) });

const BLOCK: Shape = {
  is: 'typed',
  types: {
    text: block({ text: must(STRING) }),
    image: media,
    audio: media,
    resource_link: object(RESOURCE),
    resource: block({ resource: must(RESOURCE_CONTENTS) }),
  },
};

export const CONTENT = list(BLOCK);

export const CALL_FIELDS: Record<string, Field> = { _meta: RESULT_META, isError: may(BOOLEAN) };

export const READ_FIELDS: Record<string, Field> = {
  _meta: RESULT_META,
  contents: must(list(RESOURCE_CONTENTS)),
};

export const PROMPT_FIELDS: Record<string, Field> = {
  _meta: RESULT_META,
  description: may(STRING),
  messages: must(
    list(object({ role: must({ is: 'word', words: ['user', 'assistant'] }), content: must(BLOCK) })),
  ),
};
