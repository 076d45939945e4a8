/** Test runners print the message of an error and nothing else of it, so the next step becomes a part of the message. */
import { McptestError } from '../util/errors.js';

export function showingNextStep<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      throw error instanceof McptestError ? withNextStep(error) : error;
    }
  };
}

function withNextStep(error: McptestError): McptestError {
  const { message, hint, stack } = error;
  if (hint === undefined || message.includes(hint)) return error;
  error.message = `${message}\n${hint}`;
  // Node wrote the old message into the stack.
  error.stack = stack?.replace(message, () => error.message);
  return error;
}
