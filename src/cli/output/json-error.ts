/**
 * What went wrong as one JSON object, for the program that reads stdout and was promised JSON. People read the same on
 * stderr.
 */
import { CommanderError } from 'commander';
import type { Redactor } from '../../redact/redactor.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { jsonText } from '../../util/printable-json.js';

export function errorText(thrown: unknown, redactor: Redactor): string {
  return jsonText({ error: redactor.value(errorOf(thrown)) });
}

function errorOf(thrown: unknown): Record<string, unknown> {
  if (thrown instanceof CommanderError) {
    const message = thrown.message.replace(/^error: /, '');
    return { code: 'bad-usage', message, exit_code: EXIT.usage };
  }
  if (!(thrown instanceof McptestError)) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { code: 'internal', message, exit_code: EXIT.internal };
  }
  const { code, message, hint, exitCode } = thrown;
  // A suite that is not valid has a list of what is wrong where.
  const { problems } = thrown as { problems?: unknown };
  return omitUndefined({ code, message, hint, exit_code: exitCode, problems });
}
