/** Answers that are beyond doubt, as nearly all are: the shapes have to be loaded only for the others. */
import type { Era } from '../types/connection.js';
import { isObject, ownValue } from '../util/plain.js';

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isBoolean: Test = (value) => typeof value === 'boolean';
const isList =
  (of: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(of);

/** An object with nothing but these keys, each as it should be; the ones before the bar must be there. */
function isOnly(needed: Record<string, Test>, others: Record<string, Test> = {}): Test {
  const all = { ...needed, ...others };
  return (value) =>
    isObject(value) &&
    Object.keys(needed).every((key) => Object.hasOwn(value, key)) &&
    Object.keys(value).every((key) => Object.hasOwn(all, key) && all[key]?.(value[key]));
}

const isFlags: Test = (value) => isObject(value) && Object.values(value).every(isBoolean);
const isEmpty = isOnly({});
const isHints: Test = (value) =>
  isObject(value) &&
  Object.entries(value).every(([key, hint]) => (key === 'title' ? isText(hint) : isBoolean(hint)));
const isExecution = isOnly(
  {},
  { taskSupport: (value) => value === 'forbidden' || value === 'optional' || value === 'required' },
);
const isTasks = isOnly(
  {},
  { list: isEmpty, cancel: isEmpty, requests: isOnly({}, { tools: isOnly({}, { call: isEmpty }) }) },
);
const isRole: Test = (value) => value === 'user' || value === 'assistant';
const isTextBlock = isOnly({ type: (value) => value === 'text', text: isText });

const isSchema: Test = (value) => {
  const properties = ownValue(value, 'properties') ?? {};
  const required = ownValue(value, 'required') ?? [];
  return (
    ownValue(value, 'type') === 'object' &&
    isObject(properties) &&
    Object.values(properties).every(isObject) &&
    isList(isText)(required)
  );
};

const isTool = isOnly(
  { name: isText, inputSchema: isSchema },
  {
    title: isText,
    description: isText,
    outputSchema: isSchema,
    annotations: isHints,
    execution: isExecution,
  },
);

const LEGACY: Record<string, Test> = {
  initialize: isOnly(
    {
      protocolVersion: isText,
      capabilities: isOnly(
        {},
        {
          tools: isFlags,
          resources: isFlags,
          prompts: isFlags,
          logging: isFlags,
          completions: isFlags,
          tasks: isTasks,
        },
      ),
      serverInfo: isOnly({ name: isText, version: isText }, { title: isText }),
    },
    { instructions: isText },
  ),
  'tools/list': isOnly({ tools: isList(isTool) }, { nextCursor: isText }),
  'tools/call': isOnly({ content: isList(isTextBlock) }, { isError: isBoolean, structuredContent: isObject }),
  'resources/read': isOnly({ contents: isList(isOnly({ uri: isText, text: isText }, { mimeType: isText })) }),
  'prompts/get': isOnly(
    { messages: isList(isOnly({ role: isRole, content: isTextBlock })) },
    { description: isText },
  ),
};

const CHECKED = new Set([
  ...Object.keys(LEGACY),
  'server/discover',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);

/** True also for answers to methods that no shape is known of. */
export function isPlainAnswer(method: string, result: unknown, era: Era): boolean {
  if (!CHECKED.has(method)) return true;
  return era === 'legacy' && LEGACY[method]?.(result) === true;
}
