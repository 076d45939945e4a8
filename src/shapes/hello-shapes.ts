/** Answers to initialize and server/discover. */
import { BOOLEAN, list, may, must, NAMED, object, RESULT_META, SOME_OBJECT, STRING } from './common.js';
import type { Field } from './shape.js';

const CHANGES = may(object({ listChanged: may(BOOLEAN) }));

const CAPABILITIES: Record<string, Field> = {
  experimental: may({ is: 'record', of: SOME_OBJECT }),
  logging: may(SOME_OBJECT),
  completions: may(SOME_OBJECT),
  prompts: CHANGES,
  resources: may(object({ subscribe: may(BOOLEAN), listChanged: may(BOOLEAN) })),
  tools: CHANGES,
  extensions: may({ is: 'record', of: SOME_OBJECT }),
};

const TASKS = may(
  object({
    list: may(SOME_OBJECT),
    cancel: may(SOME_OBJECT),
    requests: may(object({ tools: may(object({ call: may(SOME_OBJECT) })) })),
  }),
);

export const INITIALIZED = object({
  _meta: RESULT_META,
  protocolVersion: must(STRING),
  capabilities: must(object({ ...CAPABILITIES, tasks: TASKS })),
  serverInfo: must(
    object({ ...NAMED, version: must(STRING), websiteUrl: may(STRING), description: may(STRING) }),
  ),
  instructions: may(STRING),
});

export const DISCOVERED: Record<string, Field> = {
  supportedVersions: must(list(STRING)),
  capabilities: must(object(CAPABILITIES)),
  instructions: may(STRING),
};
