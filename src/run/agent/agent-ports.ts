/** The two worlds that an agent run can live in: real models and servers, or one recorded run. */
import type { Recorder } from '../../cassette/record.js';
import { createReplayer, type Replayer } from '../../cassette/replay.js';
import { systemClock } from '../../drivers/clock.js';
import { createDriver, type DriverEnv } from '../../drivers/create.js';
import { lexicalDriver } from '../../drivers/lexical.js';
import type { Pace } from '../../drivers/pace.js';
import { priceOf } from '../../drivers/prices.js';
import { scriptedDriver } from '../../drivers/scripted.js';
import type { Redactor } from '../../redact/redactor.js';
import type { Cassette, RecordedRun } from '../../types/cassette.js';
import type { Driver, ModelSpec } from '../../types/driver.js';
import type { AgentSpec } from '../../types/suite.js';
import type { Servers } from '../servers.js';
import type { AgentPorts } from './agent-run.js';
import { boundDriver } from './bounds.js';

export interface LiveWorld {
  servers: Servers;
  env: Readonly<Record<string, string | undefined>>;
  /** What all who ask a model have in common. */
  paceOf(model: ModelSpec): Pace;
  /** Counted from 1. */
  run: number;
  /** Writes down what is said, when there is one. */
  recorder?: Recorder;
}

export function livePorts({ servers, env, paceOf, run, recorder }: LiveWorld): AgentPorts {
  return {
    driverFor(model, agent, by) {
      const driver = boundDriver(driverOf(model, agent, run, { env, pace: paceOf(model) }));
      const price = priceOf(model);
      return { driver: recorder ? recorder.driver(driver, by) : driver, price };
    },
    open: (server) => servers.openOwn(server),
    close: (connection) => servers.closeOwn(connection),
    wrap: (connection) => (recorder ? recorder.connection(connection) : connection),
    wait: systemClock.sleep,
    start: (argv, cwd, variables) => servers.startProgram(argv, cwd, variables),
    recorded: false,
  };
}

function driverOf(model: ModelSpec, agent: AgentSpec, run: number, env: DriverEnv): Driver {
  if (model.provider === 'scripted') return scriptedDriver(agent.scripts, run - 1);
  return model.provider === 'lexical' ? lexicalDriver() : createDriver(model, env);
}

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
