/**
 * `mcptest doctor`: why a server cannot be reached, or what it does wrong, step by step; the first step that
 * fails comes with what to do next. Servers that are declared for other programs are listed, never started
 * unless one is named.
 */
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { ConnectOptions } from '../client/connect.js';
import { type DeclaredServer, readClientConfigs } from '../client-config/client-configs.js';
import { type Examination, examine } from '../doctor/examine.js';
import { hintsFor } from '../doctor/hints.js';
import { which } from '../doctor/which.js';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import { secretsOfEnv } from '../redact/redactor.js';
import { secretsOfArgv, secretsOfHeaders, secretsOfUrl } from '../redact/target-secrets.js';
import { OWNER_ONLY, writeAtomic } from '../store/files.js';
import { ownFolder } from '../store/own-folder.js';
import { workspaceAt } from '../store/workspace.js';
import { selfArgv } from '../target/self-argv.js';
import { requireVariable, type TargetInput } from '../target/target.js';
import { cancelled } from '../target/with-target.js';
import type { ServerSpec } from '../types/connection.js';
import { EXIT } from '../util/errors.js';
import { VERSION } from '../util/version.js';
import { type DoctorPlace, serversToExamine } from './doctor-servers.js';

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

/** A server that an MCP client declares. */
export interface ClientServer {
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
  declared: ClientServer[];
  notes: string[];
  exit_code: number;
}

export async function doctor(input: DoctorInput = {}): Promise<DoctorReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const env = input.env ?? process.env;
  const place: DoctorPlace = {
    cwd,
    workspace: workspaceAt(cwd, input.workspace),
    env,
    redactor: redactorOf(input),
  };
  const { workspace, redactor } = place;
  const configs = await readClientConfigs({ project: workspace, home: input.home ?? homedir(), env });
  hideSecretsOf(configs.servers, redactor);
  const specs = await serversToExamine(input, configs.servers, place);
  redactor.declare((input.pass_env ?? []).map((name) => ({ name, value: requireVariable(name, env) })));
  const servers = await examineAll(specs, input, place);
  const found: DoctorReport = {
    version: 1,
    created_at: new Date().toISOString(),
    tool_version: VERSION,
    servers,
    declared: configs.servers.map((server) => clientServer(server, place)),
    notes: configs.notes,
    exit_code: exitCodeOf(servers),
  };
  // The last server may have told a secret that the first one shows.
  const report = redactor.value(found);
  if (input.save !== false) await save(report, workspace);
  return report;
}

/** Those on a command line are learnt, not declared: a word that a variable filled in keeps its name. */
function hideSecretsOf(servers: DeclaredServer[], redactor: InvocationRedactor): void {
  redactor.declare(
    servers.flatMap(({ env = {}, headers = {} }) => [...secretsOfEnv(env), ...secretsOfHeaders(headers)]),
  );
  for (const { name, command = [], url = '' } of servers)
    for (const secret of [...secretsOfArgv(command), ...secretsOfUrl(url, `${name}_URL`)])
      redactor.add(secret);
}

async function examineAll(
  specs: ServerSpec[],
  input: DoctorInput,
  { env, redactor }: DoctorPlace,
): Promise<Examination[]> {
  const options: ConnectOptions = {
    env,
    self: selfArgv(),
    signal: input.signal,
    version: VERSION,
    onSecret: redactor.add,
    redact: redactor.text,
  };
  const manners = { call: input.call !== false, lenient_stdout: input.lenient_stdout };
  const servers: Examination[] = [];
  for (const spec of specs) {
    const examined = redactor.value(await examine(spec, options, manners));
    if (input.signal?.aborted) throw cancelled();
    input.progress?.(examined);
    servers.push(examined);
  }
  return servers;
}

/** The same order as everywhere: what is wrong counts before what could not be reached. */
function exitCodeOf(servers: Examination[]): number {
  if (servers.some(({ verdict }) => verdict === 'fail')) return EXIT.failed;
  return servers.some(({ verdict }) => verdict === 'unreachable') ? EXIT.inconclusive : EXIT.ok;
}

/** A report that cannot be kept is still a report. */
async function save(report: DoctorReport, workspace: string): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  try {
    await writeAtomic(join(ownFolder(workspace), 'doctor.json'), text, { mode: OWNER_ONLY });
  } catch (error) {
    report.notes.push(`the report was not saved: ${(error as Error).message}`);
  }
}

function clientServer(server: DeclaredServer, { cwd, env, redactor }: DoctorPlace): ClientServer {
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
