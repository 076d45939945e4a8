/** Real models and servers for a run of an agent; its twin is `recorded-ports.ts`. */
import type { Recorder } from '../../cassette/record.js';
import { systemClock } from '../../drivers/clock.js';
import { createDriver, type DriverEnv } from '../../drivers/create.js';
import { lexicalDriver } from '../../drivers/lexical.js';
import { askedOnce, type KnownTurns } from '../../drivers/once.js';
import type { Pace } from '../../drivers/pace.js';
import { priceOf } from '../../drivers/prices.js';
import { scriptedDriver } from '../../drivers/scripted.js';
import type { Connection } from '../../types/connection.js';
import type { Driver, ModelSpec } from '../../types/driver.js';
import type { AgentSpec } from '../../types/suite.js';
import type { Servers } from '../servers.js';
import type { AgentPorts } from './agent-run.js';
import { boundDriver } from './bounds.js';
import { followTasks } from './follow-tasks.js';

export interface LiveWorld {
  servers: Servers;
  env: Readonly<Record<string, string | undefined>>;
  /** What all who ask a model have in common. */
  paceOf(model: ModelSpec): Pace;
  /** Counted from 1. */
  run: number;
  /** What judges said. */
  judgeTurns: KnownTurns;
  /** Writes down what is said, when there is one. */
  recorder?: Recorder;
}

export function livePorts({ servers, env, paceOf, run, judgeTurns, recorder }: LiveWorld): AgentPorts {
  const opened = new WeakMap<Connection, Connection>();
  return {
    driverFor(model, agent, by) {
      const bound = boundDriver(driverOf(model, agent, run, { env, pace: paceOf(model) }));
      const driver = by === 'judge' ? askedOnce(bound, judgeTurns) : bound;
      const price = priceOf(model);
      return { driver: recorder ? recorder.driver(driver, by) : driver, price };
    },
    async open(server) {
      const got = await servers.openOwn(server);
      if (!got.connection) return got;
      const connection = followTasks(got.connection);
      opened.set(connection, got.connection);
      return { connection };
    },
    close: (connection) => servers.closeOwn(opened.get(connection) ?? connection),
    wrap: (connection) => (recorder ? recorder.connection(connection) : connection),
    wait: systemClock.sleep,
    start: (argv, cwd, variables) => servers.startProgram(argv, cwd, variables),
    programs: {
      start: (argv, cwd, variables) => servers.startProgram(argv, cwd, variables, []),
      spec: (server) => servers.spec(server),
      spawn: servers.spawnOptions(),
    },
    recorded: false,
  };
}

function driverOf(model: ModelSpec, agent: AgentSpec, run: number, env: DriverEnv): Driver {
  if (model.provider === 'scripted') return scriptedDriver(agent.scripts, run - 1);
  return model.provider === 'lexical' ? lexicalDriver() : createDriver(model, env);
}
