/**
 * `mcptest doctor`: why a server cannot be reached, or what it does wrong, step by step; the first step that
 * fails comes with what to do next. Servers that are declared for other programs are listed, never started
 * unless one is named.
 */
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { ConnectOptions } from '../client/connect.js';
import { type DeclaredServer, fillPlaceholders, readClientConfigs } from '../client-config/client-configs.js';
import { type Examination, examine } from '../doctor/examine.js';
import { hintsFor } from '../doctor/hints.js';
import { which } from '../doctor/which.js';
import { secretsOfArgv } from '../redact/argv-secrets.js';
import { createRedactor, type Redactor, type Secret, secretsOfEnv } from '../redact/redactor.js';
import { writeAtomic } from '../store/files.js';
import { ownFolder } from '../store/own-folder.js';
import { workspaceAt } from '../store/workspace.js';
import { startsSlowly } from '../suite/starts-slowly.js';
import { selfArgv } from '../target/self-argv.js';
import { requireVariable, suiteServers, type TargetInput, targetSpec } from '../target/target.js';
import { cancelled } from '../target/with-target.js';
import type { ServerSpec } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { VERSION } from '../util/version.js';

export type { Examination };

export interface DoctorInput extends TargetInput {
  home?: string;
  /** Call one tool that only reads; true unless told. */
  call?: boolean;
  /** What a server logs on stdout is a warning. */
  lenient_stdout?: boolean;
  save?: boolean;
  progress?: (examination: Examination) => void;
}

export interface DeclaredElsewhere {
  name: string;
  client: string;
  file: string;
  target: string;
  hints: string[];
}

export interface DoctorReport {
  version: 1;
  created_at: string;
  tool_version: string;
  servers: Examination[];
  /** Servers of other programs' configuration files. */
  declared: DeclaredElsewhere[];
  notes: string[];
  exit_code: number;
}

interface Patient {
  spec: ServerSpec;
  secrets: Secret[];
}

export async function doctor(input: DoctorInput = {}): Promise<DoctorReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const configs = await readClientConfigs({ project: workspace, home: input.home ?? homedir(), env });
  const patients = await patientsOf(input, configs.servers, { cwd, workspace, env });
  const secrets = [
    ...(input.pass_env ?? []).map((name) => ({ name, value: requireVariable(name, env) })),
    ...patients.flatMap((patient) => patient.secrets),
    ...configs.servers.flatMap(({ env: own, headers }) => secretsOfEnv({ ...own, ...headers })),
    ...secretsOfEnv(env),
    ...configs.servers.flatMap(({ command }) => secretsOfArgv(command ?? [])),
  ];
  const redactor = createRedactor(secrets);
  const options: ConnectOptions = {
    env,
    self: selfArgv(),
    signal: input.signal,
    version: VERSION,
    onSecret: redactor.add,
  };
  const servers: Examination[] = [];
  for (const { spec } of patients) {
    const manners = { call: input.call !== false, lenient_stdout: input.lenient_stdout };
    const examined = redactor.value(await examine(spec, options, manners));
    if (input.signal?.aborted) throw cancelled();
    input.progress?.(examined);
    servers.push(examined);
  }
  const report: DoctorReport = {
    version: 1,
    created_at: new Date().toISOString(),
    tool_version: VERSION,
    servers,
    declared: configs.servers.map((server) => declaredElsewhere(server, { cwd, env }, redactor)),
    notes: configs.notes.map((note) => redactor.text(note)),
    exit_code: exitCodeOf(servers),
  };
  if (input.save !== false) {
    const text = `${JSON.stringify(report, null, 2)}\n`;
    try {
      await writeAtomic(join(ownFolder(workspace), 'doctor.json'), text);
    } catch (error) {
      report.notes.push(`the report was not saved: ${(error as Error).message}`);
    }
  }
  return report;
}

/** The same order as everywhere: what is wrong counts before what could not be reached. */
function exitCodeOf(servers: Examination[]): number {
  if (servers.some(({ verdict }) => verdict === 'fail')) return EXIT.failed;
  return servers.some(({ verdict }) => verdict === 'unreachable') ? EXIT.inconclusive : EXIT.ok;
}

interface Place {
  cwd: string;
  workspace: string;
  env: NodeJS.ProcessEnv;
}

/** One server that is named, else all that the suite declares, else none. */
async function patientsOf(input: DoctorInput, declared: DeclaredServer[], place: Place): Promise<Patient[]> {
  if (input.command !== undefined || input.url !== undefined) {
    const { spec, secrets } = await targetSpec(input, place.env);
    return [{ spec: patient(spec, input), secrets }];
  }
  const suite = await suiteServers(input, place).catch((error: unknown) => {
    if (error instanceof McptestError && error.code === 'no-suite' && input.config === undefined)
      return undefined;
    throw error;
  });
  const own = Object.values(suite?.servers ?? {}).map((spec) => ({ spec, secrets: suite?.secrets ?? [] }));
  const { server } = input;
  if (server === undefined) {
    if (own.length > 0 || declared.length > 0)
      return own.map(({ spec, secrets }) => ({ spec: patient(spec, input), secrets }));
    throw new McptestError({
      code: 'no-target',
      message: 'there is no server to look at: no suite, and no MCP client of yours declares one',
      hint: 'Name one: mcptest doctor -- node server.js, or mcptest doctor --url https://example.com/mcp.',
    });
  }
  const found = own.find(({ spec }) => spec.name === server);
  if (found) return [{ ...found, spec: patient(found.spec, input) }];
  const other = declared.find(({ name }) => name === server);
  if (other) return [declaredPatient(other, input, place)];
  const names = [...own.map(({ spec }) => spec.name), ...declared.map(({ name }) => name)];
  throw new McptestError({
    code: 'unknown-server',
    message: `no server is called ${server}`,
    hint: `Declared: ${[...new Set(names)].join(', ') || 'none'}.`,
  });
}

/** `--timeout` holds for the start too: who asks a doctor does not want to wait. */
function patient(spec: ServerSpec, { timeout_ms, protocol, pass_env }: DoctorInput): ServerSpec {
  return {
    ...spec,
    ...(pass_env !== undefined && { pass_env: [...(spec.pass_env ?? []), ...pass_env] }),
    ...(timeout_ms !== undefined && { startup_timeout_ms: timeout_ms, request_timeout_ms: timeout_ms }),
    ...(protocol !== undefined && { protocol }),
  };
}

function declaredPatient(server: DeclaredServer, input: DoctorInput, { workspace, env }: Place): Patient {
  const fill = (text: string): string => fillPlaceholders(text, workspace, env).value;
  const filled = (map: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fill(value)]));
  const spec: ServerSpec = {
    name: server.name,
    ...(server.command && { command: server.command.map(fill) }),
    ...(server.url !== undefined && { url: fill(server.url) }),
    ...(server.env && { env: filled(server.env) }),
    ...(server.headers && { headers: filled(server.headers) }),
    ...(server.bearer_token_env !== undefined && { auth: { bearer_token_env: server.bearer_token_env } }),
    cwd: resolve(workspace, server.cwd === undefined ? '.' : fill(server.cwd)),
    protocol: 'auto',
    startup_timeout_ms: startsSlowly(server.command) ? 120_000 : 30_000,
    request_timeout_ms: 30_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
  };
  const values = { ...spec.env, ...spec.headers };
  return {
    spec: patient(spec, input),
    secrets: Object.entries(values).map(([name, value]) => ({ name, value })),
  };
}

function declaredElsewhere(
  server: DeclaredServer,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  redactor: Redactor,
): DeclaredElsewhere {
  const near = relative(cwd, server.file);
  const hints = hintsFor(server);
  const [program] = server.command ?? [];
  if (program !== undefined && !program.includes('${') && which(program, { cwd, env }) === undefined) {
    hints.push(`${program} is not found from here`);
  }
  return redactor.value({
    name: server.name,
    client: server.client,
    file: (near.startsWith('..') ? server.file : near).split(sep).join('/'),
    target: server.url ?? (server.command ?? []).join(' '),
    hints: server.disabled ? ['it is switched off', ...hints] : hints,
  });
}
