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
import { ToolLists } from '../catalog/tool-lists.js';
import type { Servers } from '../servers.js';
import type { AgentPorts } from './agent-run.js';
import { boundDriver } from './bounds.js';
import { followTasks } from './follow-tasks.js';

export interface LiveWorld {
  servers: Servers;
  /** Talk to the process that other runs talk to. */
  shared: boolean;
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

/** A connection that runs share, as they see it: its tools are listed once. */
const views = new WeakMap<Connection, Connection>();

export function livePorts(world: LiveWorld): AgentPorts {
  const { servers, shared, env, paceOf, run, judgeTurns, recorder } = world;
  const opened = new WeakMap<Connection, Connection>();
  return {
    driverFor(model, agent, by) {
      const bound = boundDriver(driverOf(model, agent, run, { env, pace: paceOf(model) }));
      const driver = by === 'judge' ? askedOnce(bound, judgeTurns) : bound;
      const price = priceOf(model);
      return { driver: recorder ? recorder.driver(driver, by) : driver, price };
    },
    async open(server) {
      const got = await (shared ? servers.get(server) : servers.openOwn(server));
      if (!got.connection) return got;
      if (shared) return { connection: sharedView(got.connection) };
      const connection = followTasks(got.connection);
      opened.set(connection, got.connection);
      return { connection };
    },
    // What is shared stays for the others; the suite ends it.
    close: async (connection) => {
      const own = opened.get(connection);
      if (own) await servers.closeOwn(own);
    },
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

function sharedView(raw: Connection): Connection {
  const known = views.get(raw);
  if (known) return known;
  const lists = new ToolLists();
  const view = followTasks(raw, (method, options = {}) =>
    method === 'tools/list' ? lists.of(raw, options) : raw.list(method, options),
  );
  views.set(raw, view);
  return view;
}
