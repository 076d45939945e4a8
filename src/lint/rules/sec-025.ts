/** Arguments that let the caller do nearly anything. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { remembered } from '../../util/text.js';
import { foldedWords, typesOf } from '../text/prose.js';

const BROAD =
  /^(?:command|cmd|shell|shell_command|bash|sql|sql_query|raw_sql|code|script|source_code|python_code|js_code|eval|expression|path|file_path|filepath|filename|directory|dir|url|uri|endpoint|target_url|webhook_url|callback_url)$/;
/** A path to a field of a record leads to no file. */
const FIELD = /\b(?:fields?|columns?|property|properties|attributes?|dot notation|json ?path|key path)\b/i;
const FILE = /\b(?:files?|filesystem|folders?|directory|directories)\b/i;
const LIMITS = ['enum', 'const', 'pattern', 'maxLength', 'format', 'anyOf', 'oneOf'];

export const sec025: ToolRule = {
  id: 'SEC-025',
  name: 'over-broad-input',
  severity: 'low',
  since: '0.1.0',
  triggers:
    'An argument such as `command`, `sql`, `code`, `path` or `url` is a free string without `enum`, `pattern`, `format` or `maxLength`. A `path` whose description speaks of a field and of no file is not meant.',
  rationale:
    'Whoever can talk to the model chooses what goes in: a path outside the project, a query that drops a table, an address inside the network.',
  fix: 'Limit it in the schema, and check it again on the server.',
  bad: {
    name: 'run',
    description: 'Run a command.',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  },
  good: {
    name: 'run',
    description: 'Run a command.',
    inputSchema: { type: 'object', properties: { command: { type: 'string', enum: ['build', 'test'] } } },
  },
  scope: 'tool',
  check(tool, context) {
    return context
      .view(tool)
      .parameters.filter(
        ({ name, resolved }) =>
          isBroad(name.slice(0, 60)) &&
          typesOf(resolved).includes('string') &&
          LIMITS.every((limit) => ownValue(resolved, limit) === undefined) &&
          !(name === 'path' && leadsToField(String(ownValue(resolved, 'description') ?? ''))),
      )
      .slice(0, 20)
      .map((parameter) => ({
        pointer: parameter.pointer(),
        message: `over-broad-input: the argument "${parameter.name.slice(0, 40)}" is a free string without limits`,
      }));
  },
};

const isBroad = remembered(5000, (name) => BROAD.test(foldedWords(name).join('_')));

function leadsToField(description: string): boolean {
  return FIELD.test(description) && !FILE.test(description);
}
