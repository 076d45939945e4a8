/** Every refusal ends with the call to make next: whoever reads it is a model that can make one. */
import { clip } from '../util/text.js';
import type { Verb } from './verb.js';

type Next = string | ((verb: string) => string);

const again = (how: string) => (verb: string) => `call ${verb} again ${how}`;
const LIST_RUNS = 'call list_runs for the ids that there are';

/** By the code of the error; what is not here is a server that could not be asked, or a file that could not be read. */
const NEXT: Record<string, Next> = {
  'bad-argument': again('with one of them'),
  'bad-filter': again('with another `filter`'),
  'bad-id': (verb) =>
    verb === 'get_cassette' ? 'call list_cassettes for the names that there are' : LIST_RUNS,
  'bad-target': (verb) =>
    `call ${verb} again with \`url\` alone, or with \`command\` alone${verb === 'diff_catalogs' ? ', or with a file as `after`' : ''}`,
  'bad-url': again('with such a `url`'),
  'catalog-unreadable': again('with another file'),
  'command-refused': again('once mcptest.yml declares it, or with a command that it declares'),
  'destructive-refused': again('with execute_destructive: true, if a person agrees'),
  'env-refused': again('without these in `env`'),
  'file-unreadable': again('with the path of such a file'),
  'invalid-suite': again('once the file is fixed'),
  'list-failed':
    'call get_capabilities for what the server declares; if it declares this list, fix the list in the server',
  'no-cassette': 'call list_cassettes for the names that there are',
  'no-doctor-report': again('with refresh: true'),
  'no-run': (verb) => (verb === 'get_coverage' ? 'call trigger_run' : LIST_RUNS),
  'no-suite': again('with a path that is there'),
  'no-test': 'call get_run for the names of its tests',
  'path-refused': again('with a path below the workspace root'),
  'pin-changed': again('once a person has accepted the change'),
  'rule-unknown': again('without `rules`'),
  'several-tests': again('with one of these ids as `test`'),
  'token-refused': again('with a bearer_token_env that begins with MCP_'),
  'two-cassettes': again('with the path that list_cassettes gives'),
  unauthorized: again('once the variable of `bearer_token_env` holds a token'),
  'unclear-edit': again('with such an edit'),
  'unknown-client': again('with ids of that list as `clients`'),
  'unknown-cursor': again('without `cursor`'),
  'unknown-draft': 'call scaffold_suite for a draft',
  'unknown-tool': 'call list_tools with detail: names',
};

/** The line that a refusal of this verb ends with. */
export function nextLine(verb: Verb, code: string): string {
  const known = Object.hasOwn(NEXT, code) ? NEXT[code] : undefined;
  const next = known ?? otherwise(verb);
  return `Next: ${typeof next === 'string' ? next : next(verb.name)}.`;
}

function otherwise({ name, input }: Verb): string {
  const asksServer = Object.hasOwn(input.properties as object, 'command');
  return asksServer
    ? `fix the server or its address, then call get_capabilities with it`
    : `call get_doctor_report with refresh: true, then ${name} again`;
}

/** A verb that was stopped: the way to see where its server hangs. */
export function outOfTimeLine({ name, input }: Verb): string {
  if (!Object.hasOwn(input.properties as object, 'command'))
    return 'Next: call get_doctor_report with refresh: true, which says where.';
  return name === 'get_capabilities'
    ? 'Next: call get_doctor_report with refresh: true if mcptest.yml declares the server; a person can run `mcptest doctor` on any other.'
    : 'Next: call get_capabilities with the same server, which does no more than open it.';
}

/** For arguments that the schema does not allow: some that it does. */
export function exampleLine({ name, input }: Verb): string {
  const [example = {}] = (input.examples as unknown[] | undefined) ?? [];
  return `Next: call ${name} with arguments such as ${clip(JSON.stringify(example), 300)}.`;
}
