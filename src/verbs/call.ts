/** `mcptest call`: one tool, once, with the wire result as it came. */
import { isRefused } from '../gates/refused-access.js';
import { openTarget, type TargetInput } from '../target/target.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { isObject } from '../util/plain.js';

export interface CallInput extends TargetInput {
  tool: string;
  args: Record<string, unknown>;
}

export interface CallReport {
  result: unknown;
  /** The tool said `isError: true`. */
  failed: boolean;
  closing: Promise<void>;
}

export async function callTool(input: CallInput): Promise<CallReport> {
  const { connection, redactor } = await openTarget(input);
  const reply = await connection.request(
    'tools/call',
    { name: input.tool, arguments: input.args },
    { signal: input.signal },
  );
  const closing = connection.close();
  if (reply.kind === 'result') {
    const failed = isObject(reply.result) && reply.result.isError === true;
    return { result: redactor.value(reply.result), failed, closing };
  }
  await closing;
  const message =
    reply.kind === 'error' ? `error ${reply.error.code}: ${reply.error.message}` : fullMessage(reply);
  throw new McptestError({
    code: `call-${reply.kind}`,
    message: redactor.text(`${input.tool}: ${message}`),
    exitCode: isRefused(reply) ? EXIT.inconclusive : EXIT.failed,
  });
}

/** `k=v` words → arguments: JSON where it parses, else the text itself. */
export function argsOfWords(words: string[]): Record<string, unknown> {
  const args: Record<string, unknown> = Object.create(null);
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) {
      throw new McptestError({
        code: 'bad-argument',
        message: `${JSON.stringify(word)} is not an argument`,
        hint: 'Write name=value, or pass all of them as --args \'{"name": "value"}\'.',
      });
    }
    args[word.slice(0, at)] = jsonOrText(word.slice(at + 1));
  }
  return args;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
