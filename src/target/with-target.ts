/** A target that is let go the moment nobody waits for it any more. */
import { EXIT, McptestError } from '../util/errors.js';
import { openTarget, type Target, type TargetInput } from './target.js';

/** What work with a target gave. */
export interface TargetOutcome<T> {
  value: T;
  /** Resolves when the server has left. */
  closing: Promise<void>;
}

/** Opens the target, works with it, closes it. An abort ends whatever is pending at once. */
export async function withTarget<T>(
  input: TargetInput,
  work: (target: Target) => Promise<T>,
): Promise<TargetOutcome<T>> {
  const target = await openTarget(input);
  const { connection, redactor } = target;
  const stop = () => void connection.close();
  input.signal?.addEventListener('abort', stop, { once: true });
  try {
    if (input.signal?.aborted) throw cancelled();
    const value = await work(target);
    if (input.signal?.aborted) throw cancelled();
    return { value, closing: connection.close() };
  } catch (error) {
    await connection.close();
    if (input.signal?.aborted) throw cancelled();
    if (!(error instanceof McptestError)) throw error;
    const { code, hint, exitCode, cause } = error;
    const said = hint === undefined ? undefined : redactor.text(hint);
    throw new McptestError({ code, hint: said, exitCode, cause, message: redactor.text(error.message) });
  } finally {
    input.signal?.removeEventListener('abort', stop);
  }
}

export function cancelled(): McptestError {
  return new McptestError({
    code: 'cancelled',
    message: 'the command was stopped before the server had answered',
    exitCode: EXIT.interrupted,
  });
}
