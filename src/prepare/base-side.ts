/** `run --against`: the suites as they were before a change, with another catalogue, or with another server in its place. */
import type { AgentSettings } from '../run/agent/group-types.js';
import type { Catalog } from '../types/catalog.js';
import type { Suite } from '../types/suite.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';

export type BaseSide =
  /** Definitions that agents are shown in place of the server's. */
  | { file: string; catalogs: Catalog[] }
  /** A server that the suites declare. */
  | { server: string };

/** What one of two runs that belong together is told of it. */
export interface SideInput {
  /** Run the agent tests alone, with another catalogue or server in place of the suite's. */
  base_side?: BaseSide;
  /** How fast models are asked, shared with the other run. */
  pace_of?: AgentSettings['paceOf'];
}

/** What a test is recorded as, when it is shown the other catalogue. */
export function baseName(test: string): string {
  return `${test} (against)`;
}

/** Only agent tests: nothing else sees a catalogue as a model does. Throws where it is not clear what is to be replaced. */
export function baseSuites(suites: readonly Suite[], side: BaseSide): Suite[] {
  const withAgents = suites.filter(({ agents }) => agents.length > 0);
  if (withAgents.length === 0)
    throw new McptestError({
      code: 'no-agent-tests',
      message: '--against is for agent tests, and there are none',
      hint: 'Compare catalogues themselves with `mcptest diff`, or runs with `mcptest report --compare`.',
    });
  return withAgents.map((suite) => ({
    ...suite,
    tests: [],
    agents: suite.agents.map((agent) => ({ ...agent, recorded_as: baseName(agent.name) })),
    servers: 'server' in side ? otherServer(suite, side.server) : otherTools(suite, side),
  }));
}

/** Servers that agents of the suite talk to. */
function used({ agents }: Suite): string[] {
  return [...new Set(agents.flatMap(({ servers }) => servers))];
}

function otherTools(
  suite: Suite,
  { file, catalogs }: { file: string; catalogs: Catalog[] },
): Suite['servers'] {
  const names = used(suite);
  const [only] = catalogs;
  const isOne = names.length === 1 && catalogs.length === 1;
  const found = names.flatMap((name) => {
    const own = isOne ? only : catalogs.find(({ server }) => server === name);
    return own === undefined ? [] : [[name, own.tools] as const];
  });
  if (found.length === 0)
    throw badAgainst(
      `${file} has no catalogue of ${names.map(oneLine).join(', ')}, which the agents of ${suite.display_file} use`,
      'Save one catalogue a server under its name: mcptest tools --config SUITE --format json.',
    );
  const servers = { ...suite.servers };
  for (const [name, offered] of found) servers[name] = { ...servers[name]!, offered };
  return servers;
}

function otherServer(suite: Suite, other: string): Suite['servers'] {
  const spec = Object.hasOwn(suite.servers, other) ? suite.servers[other] : undefined;
  if (spec === undefined)
    throw badAgainst(
      `${suite.display_file} declares no server \`${oneLine(other)}\`, and there is no such file`,
      `Declared are: ${Object.keys(suite.servers).map(oneLine).join(', ')}.`,
    );
  const names = used(suite).filter((each) => each !== other);
  const [name] = names;
  if (names.length !== 1 || name === undefined)
    throw badAgainst(
      `the agents of ${suite.display_file} use ${names.length} servers besides \`${oneLine(other)}\`, and it can stand in for one`,
      'Name the one server in `servers` of the agent tests, or give --against a file.',
    );
  return { ...suite.servers, [name]: { ...spec, name } };
}

function badAgainst(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-against', message, hint });
}
