/** A string argument that lists its allowed values in prose only. */
import type { Parameter, ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { isEnglish } from '../text/english.js';
import { listedValues } from '../text/listed-values.js';
import { typesOf } from '../text/prose.js';

export const desc013: ToolRule = {
  id: 'DESC-013',
  name: 'values-only-in-prose',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The description of a string argument (or one without a type) spells out a closed set of values, and no `enum`, `const`, `anyOf` of constants or `pattern` restricts it. Lists that stay open ("e.g.", "such as", "etc"), names of files, and kinds of things of which one is to be named ("the name of a city, district or county") do not count. Applies to English text only.',
  rationale:
    'An enum is checked: by the client, by strict modes of model APIs, and by the server. A list in prose is a hope. The inverse of DESC-007.',
  fix: 'Declare the values as `enum` and keep the prose for what they mean.',
  bad: {
    name: 'set_status',
    description: 'Set the status of an issue. Returns the issue.',
    inputSchema: {
      type: 'object',
      properties: {
        status: { type: 'string', description: 'The new status, one of open, closed, or pending' },
      },
    },
  },
  good: {
    name: 'set_status',
    description: 'Set the status of an issue. Returns the issue.',
    inputSchema: {
      type: 'object',
      properties: {
        status: {
          type: 'string',
          enum: ['open', 'closed', 'pending'],
          description: 'The new status: open, closed, or pending while the customer is asked',
        },
      },
    },
  },
  scope: 'tool',
  check(tool, context) {
    const hits = [];
    const { parameters } = context.view(tool);
    let names: Set<string> | undefined;
    for (const parameter of parameters) {
      if (parameter.description === '' || !isFreeString(parameter)) continue;
      const values = listedValues(parameter.description);
      if (values === undefined || !isEnglish(parameter.description)) continue;
      if (values.some(isFileName) || namesKinds(parameter, values) || isOfOneCase(parameter, values))
        continue;
      names ??= new Set(parameters.map((other) => other.name));
      // "One of `user` or `email` must be given" is about arguments, not about values.
      if (values.some((value) => value !== parameter.name && names?.has(value))) continue;
      hits.push({
        pointer: parameter.pointer(),
        message: `"${parameter.name}" lists its allowed values in prose but declares no enum`,
        excerpt: values.join(', '),
      });
    }
    return hits;
  },
};

function isFreeString(parameter: Parameter): boolean {
  const { schema, resolved } = parameter;
  return (
    isTextAtMost(schema) &&
    !says(schema, VALUES) &&
    isTextAtMost(resolved) &&
    !says(resolved, VALUES) &&
    !says(resolved, NESTED)
  );
}

const VALUES = ['enum', 'const', 'pattern'];
const NESTED = ['anyOf', 'oneOf', 'allOf', 'items', 'properties', '$ref', 'not'];

function isTextAtMost(schema: unknown): boolean {
  return typesOf(schema).every((type) => type === 'string' || type === 'null');
}

function says(schema: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => ownValue(schema, key) !== undefined);
}

/** "README.md or CHANGELOG.md": files that happen to be there, not a setting. */
function isFileName(value: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)?\.[a-z]{1,4}\d?$/i.test(value) && !/^[a-z]?\d/i.test(value);
}

/** "For a box: true or false. For a date: …" lists the values of one case, and `{{NAME}}` is put into a text. */
function isOfOneCase({ description }: Parameter, values: readonly string[]): boolean {
  const cases = description.match(/\bfor (?:an? )?[\w-]{1,20}(?: [\w-]{1,20})?:\s/gi)?.length ?? 0;
  return cases > 1 || values.some((value) => description.includes(`{{${value}`));
}

/** What is asked for is a name, and the list says of which kinds of things: bare words, none of them quoted. */
function namesKinds({ name, description }: Parameter, values: readonly string[]): boolean {
  const asksForName = /^(?:[\w ]{0,30}\b)?(?:keywords?|names?|paths?|titles?|quer(?:y|ies)|terms?|urls?)\b/i;
  if (!asksForName.test(description) && !/(?:name|path|keyword|query|title|url)s?$/i.test(name)) return false;
  return !values.some((value) => /['"`‘“]/.test(description.charAt(description.indexOf(value) - 1)));
}
