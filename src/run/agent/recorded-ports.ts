/** One recorded run in the place of models and servers; its twin is `live-ports.ts`. */
import { createReplayer, type Replayer } from '../../cassette/replay.js';
import type { Redactor } from '../../redact/redactor.js';
import type { Cassette, RecordedRun } from '../../types/cassette.js';
import type { AgentPorts } from './agent-run.js';

export interface RecordedWorld {
  ports: AgentPorts;
  player: Replayer;
}

export function recordedPorts(cassette: Cassette, recorded: RecordedRun, redactor: Redactor): RecordedWorld {
  const player = createReplayer(recorded, redactor);
  const { tools } = cassette.catalogs[recorded.catalog]!;
  const ports: AgentPorts = {
    driverFor(model, _agent, by) {
      const prices = cassette.prices ?? {};
      const price = Object.hasOwn(prices, model.name) ? prices[model.name] : undefined;
      return { driver: player.driver(model.name, model.provider, by), price };
    },
    async open(server) {
      const known = Object.hasOwn(tools, server) && Object.hasOwn(cassette.servers, server);
      if (!known) {
        const message = `nothing of the server ${server} was recorded`;
        return { failure: { stage: 'transport', code: 'not-recorded', message } };
      }
      const info = { ...cassette.servers[server]!, capabilities: {} };
      return { connection: player.connection(server, info, tools[server]!) };
    },
    close: async () => {},
    wrap: (connection) => connection,
    wait: async () => {},
    recorded: true,
    actions: recorded.deeds,
    problem: () => player.problem,
  };
  return { ports, player };
}
