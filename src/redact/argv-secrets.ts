/**
 * Secrets on a command line: what stands behind `--access-token` or its like, `API_KEY=…` for `env` and `docker -e`, and
 * `--header 'Authorization: Bearer …'`. Each is the end of its word.
 */
import { isSecretName, type Secret } from './redactor.js';

/** Flags that take a secret itself; `--max-tokens`, `--sort-key` and `--token-file` do not. */
const FLAG =
  /^--?((?:[a-z\d]+[-_])*(?:(?:api|access|secret|private|auth|license)[-_]?key|token|secret|password|passwd))(?:=(.*))?$/is;
const ASSIGNMENT = /^(?:--?[a-z][\w-]*=)?([a-z_]\w*)=(.+)$/is;
const HEADER_FLAG = /^(?:-H|--headers?)$/;
const HEADER = /^(--headers?=)?([a-z][\w-]*)\s*:\s*(?:(?:bearer|basic|token)\s+)?(\S.*)$/is;
/** Shorter ones are settings, and so are numbers, paths and variables. */
const SETTING = /^(?:.{0,7}|\d+|[./~-].*|\$\{.*)$/s;

export interface ArgvSecret extends Secret {
  /** Which word holds it. */
  index: number;
}

export function secretsOfArgv(argv: readonly string[]): ArgvSecret[] {
  return argv.flatMap((word, at) => {
    const [, flag, joined] = FLAG.exec(word) ?? [];
    if (flag !== undefined && !/^no[-_]/i.test(flag)) {
      const index = joined === undefined ? at + 1 : at;
      return secret(flag.replaceAll('-', '_').toUpperCase(), joined ?? argv[index], index);
    }
    const [, joins, header = '', said] = HEADER.exec(word) ?? [];
    const variable = header.replaceAll('-', '_').toUpperCase();
    if (joins !== undefined || HEADER_FLAG.test(argv[at - 1] ?? ''))
      return isSecretName(variable) || variable === 'COOKIE' ? secret(variable, said, at) : [];
    const [, name = '', value] = ASSIGNMENT.exec(word) ?? [];
    return isSecretName(name) ? secret(name, value, at) : [];
  });
}

function secret(name: string, value: string | undefined, index: number): ArgvSecret[] {
  return value === undefined || SETTING.test(value) ? [] : [{ name, value, index }];
}
