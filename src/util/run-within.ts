/**
 * Runs a synchronous function and cuts it off when it takes too long, also inside a regular expression
 * that backtracks for ever. The function is stopped in mid-flight, `finally` blocks included: hand it
 * only work whose half-done state nobody will look at.
 */
import { createContext, Script } from 'node:vm';

const script = new Script('work()');
/** The watchdog of node:vm stops whatever the isolate is doing, not only code of this context: one serves all. */
let context: { work?: unknown } | undefined;

/** `undefined` instead of a value object means that the time ran out. */
export function runWithin<T>(milliseconds: number, work: () => T): { value: T } | undefined {
  context ??= createContext({});
  const outer = context.work;
  context.work = work;
  try {
    return { value: script.runInContext(context, { timeout: milliseconds }) as T };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    context.work = outer;
  }
}
