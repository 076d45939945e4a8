/**
 * `npm run new -- KIND NAME`: begins a lint rule, a metric, a matcher, a reporter, a check or a command, with its line in
 * the registry, its test and its page. What a person must still write is marked TODO. Exit code 2 when it is refused.
 */
import { fileURLToPath } from 'node:url';
import { finish } from './new/finish.js';
import { Refusal } from './new/kind.js';
import { KINDS } from './new/kinds.js';
import { scaffold } from './new/scaffold.js';

const USAGE = `usage: npm run new -- ${Object.keys(KINDS).join('|')} NAME`;

try {
  const [kind, name, ...more] = process.argv.slice(2);
  if (kind === undefined || name === undefined || more.length > 0) throw new Refusal(USAGE);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { created, changed, next } = scaffold(root, kind, name);
  finish(root, [...created, ...changed]);
  const steps = [...next, 'npm run check && npm test', 'A line in CHANGELOG.md, in the words of a user.'];
  const shown = [
    ...created.map((file) => `new      ${file}`),
    ...changed.map((file) => `changed  ${file}`),
    'generated files are up to date',
    '',
    'What is left to do:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ];
  console.log(shown.join('\n'));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`new: ${error.message}`);
  process.exitCode = 2;
}
