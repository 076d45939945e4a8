/** What is known of the servers of a suite without starting them, read once for all its tests: a table may have thousands. */
import type { Redactor } from '../redact/redactor.js';
import type { ServerSpec } from '../types/connection.js';
import type { Suite } from '../types/suite.js';
import { knownServers, namedFiles } from './known-servers.js';

export interface SuiteFiles {
  known(
    suite: Suite,
    servers: readonly ServerSpec[],
    instructors: ReadonlySet<string>,
  ): ReturnType<typeof knownServers>;
  /** The files that their commands name, each with its fingerprint. */
  named(suite: Suite, servers: readonly ServerSpec[]): ReturnType<typeof namedFiles>;
}

export function suiteFiles(redactor: Redactor): SuiteFiles {
  const known = onceFor(async (_: Suite, servers: readonly ServerSpec[], instructors: ReadonlySet<string>) =>
    redactor.value(await knownServers(servers, instructors)),
  );
  const named = onceFor(({ dir }: Suite, servers: readonly ServerSpec[]) => namedFiles(dir, servers));
  return { known, named };
}

function onceFor<Rest extends [readonly ServerSpec[], ...ReadonlySet<string>[]], Result>(
  read: (suite: Suite, ...rest: Rest) => Promise<Result>,
): (suite: Suite, ...rest: Rest) => Promise<Result> {
  const kept = new Map<Suite, Map<string, Promise<Result>>>();
  return (suite, ...rest) => {
    const [servers, ...others] = rest;
    const key = JSON.stringify([
      servers.map(({ name }) => name),
      ...others.map((names) => [...names].sort()),
    ]);
    const own = kept.get(suite) ?? new Map<string, Promise<Result>>();
    kept.set(suite, own);
    const result = own.get(key) ?? read(suite, ...rest);
    own.set(key, result);
    return result;
  };
}
