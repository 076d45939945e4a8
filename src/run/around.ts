/** `before_each:` and `after_each:` — what is done around each attempt, on the servers of the test. */
import type { Redactor } from '../redact/redactor.js';
import type { RunError } from '../types/envelope.js';
import type { Action, Suite } from '../types/suite.js';
import { type ActionServers, runAction } from './actions.js';
import type { AttemptContext } from './attempt.js';
import { shownReason } from './reason.js';

interface AroundInit {
  suite: Suite;
  servers: ActionServers;
  redactor: Redactor;
  signal?: AbortSignal;
  /** Told what went wrong behind a test. */
  failed(error: RunError): void;
}

export function aroundEach(init: AroundInit): NonNullable<AttemptContext['around']> {
  const { suite, servers, redactor, signal } = init;
  const firstProblem = async (actions: Action[] = [], stop?: AbortSignal) => {
    for (const action of actions) {
      const problem = await runAction(action, servers, stop);
      if (problem === undefined) continue;
      return { where: `${suite.display_file}:${action.place.line}`, ...shownReason(problem, redactor) };
    }
    return undefined;
  };
  return {
    before: async () => {
      const problem = await firstProblem(suite.before_each, signal);
      if (problem === undefined) return undefined;
      const { where, message, ...rest } = problem;
      const told = `before_each failed at ${where}: ${message}`;
      return { target: 'before_each', matcher: 'ready', outcome: 'inconclusive', message: told, ...rest };
    },
    after: async () => {
      const problem = await firstProblem(suite.after_each);
      if (problem !== undefined) init.failed({ ...problem, where: `after_each ${problem.where}` });
    },
  };
}
