/** A file with clients of a user's own: read, checked, and refused with the places of what is wrong. */
import { resolve } from 'node:path';
import { CLIENTS_SCHEMA } from '../../compat/clients-schema.js';
import { validate } from '../../json-schema/validate.js';
import { isValidRegex } from '../../regex/safe-regex.js';
import { readText } from '../../source/read-text.js';
import { readYamlSource } from '../../source/yaml-source.js';
import type { Client } from '../../types/compat.js';
import { McptestError } from '../../util/errors.js';
import { fromPointer } from '../../util/pointer.js';
import { oneLine } from '../../util/text.js';

const SHOWN = 5;

interface Problem {
  path: (string | number)[];
  message: string;
}

export async function readClientsFile(file: string, cwd = process.cwd()): Promise<Client[]> {
  const source = readYamlSource(await readText(resolve(cwd, file), file));
  const [broken] = source.problems;
  if (broken) throw invalid([`${oneLine(file)}:${broken.line}:${broken.column}: ${broken.message}`]);
  const { errors } = validate(CLIENTS_SCHEMA, source.value);
  const problems = errors.map(({ pointer, message }): Problem => ({ path: fromPointer(pointer), message }));
  if (problems.length === 0)
    problems.push(...patternProblems((source.value as { clients: Client[] }).clients));
  if (problems.length === 0) return (source.value as { clients: Client[] }).clients;
  throw invalid(
    problems.slice(0, SHOWN).map(({ path, message }) => {
      const { line, column } = source.place(path);
      return `${oneLine(file)}:${line}:${column}: ${path.length === 0 ? 'the file' : path.join('.')} ${message}`;
    }),
  );
}

function patternProblems(clients: readonly Client[]): Problem[] {
  const found: Problem[] = [];
  const test = (pattern: unknown, ...path: (string | number)[]): void => {
    if (typeof pattern === 'string' && !isValidRegex(pattern))
      found.push({ path, message: 'must be a regular expression' });
  };
  for (const [at, { view, facts }] of clients.entries()) {
    test(view?.only, 'clients', at, 'view', 'only');
    if (view?.keep !== undefined) test(`[^${view.keep}]`, 'clients', at, 'view', 'keep');
    for (const [nth, { limit }] of facts.entries())
      test(limit?.pattern, 'clients', at, 'facts', nth, 'limit', 'pattern');
  }
  return found;
}

function invalid(lines: string[]): McptestError {
  const [first = '', ...more] = lines;
  return new McptestError({
    code: 'clients-invalid',
    message: more.length === 0 ? first : `${first}\n${more.join('\n')}`,
    hint: 'docs/compat.md shows a file with clients; schema/clients-v1.json describes it to editors.',
  });
}
