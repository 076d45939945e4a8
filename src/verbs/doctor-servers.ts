/** Which servers `mcptest doctor` examines: the one that is named, else all that the suite declares, else none. */
import { resolve } from 'node:path';
import { type DeclaredServer, fillPlaceholders } from '../client-config/client-configs.js';
import type { InvocationRedactor } from '../redact/open-redactor.js';
import { secretsOfArgv, secretsOfUrl } from '../redact/target-secrets.js';
import { startsSlowly } from '../suite/starts-slowly.js';
import { declaredHint, suiteServers, type TargetInput, targetSpec } from '../target/target.js';
import type { ServerSpec } from '../types/connection.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface DoctorPlace {
  cwd: string;
  workspace: string;
  env: NodeJS.ProcessEnv;
  redactor: InvocationRedactor;
}

/** `declared`: what MCP clients declare; such a server is examined only when it is named. */
export async function serversToExamine(
  input: TargetInput,
  declared: DeclaredServer[],
  place: DoctorPlace,
): Promise<ServerSpec[]> {
  if (input.command !== undefined || input.url !== undefined)
    return [withFlags(await targetSpec(input, place.redactor), input)];
  const own = Object.values(await ownServers(input, place));
  const { server } = input;
  if (server === undefined) {
    if (own.length === 0 && declared.length === 0) throw nothingToExamine();
    return own.map((spec) => withFlags(spec, input));
  }
  const found = own.find(({ name }) => name === server);
  if (found) return [withFlags(found, input)];
  const other = declared.find(({ name }) => name === server);
  if (other) return [withFlags(declaredSpec(other, place), input)];
  throw unknownServer(server, [...own, ...declared]);
}

/** Of the suite; none where there is no suite and none was asked for. */
async function ownServers(input: TargetInput, place: DoctorPlace): Promise<Record<string, ServerSpec>> {
  return suiteServers(input, place).catch((error: unknown) => {
    if (error instanceof McptestError && error.code === 'no-suite' && input.config === undefined) return {};
    throw error;
  });
}

/** `--request-timeout` holds for the start too: who asks a doctor does not want to wait. */
function withFlags(spec: ServerSpec, { request_timeout_ms, protocol, pass_env }: TargetInput): ServerSpec {
  return omitUndefined({
    ...spec,
    pass_env: pass_env === undefined ? spec.pass_env : [...(spec.pass_env ?? []), ...pass_env],
    startup_timeout_ms: request_timeout_ms ?? spec.startup_timeout_ms,
    request_timeout_ms: request_timeout_ms ?? spec.request_timeout_ms,
    protocol: protocol ?? spec.protocol,
  });
}

/** As the client that declares it would start it; whatever it hands to the server counts as secret. */
function declaredSpec(server: DeclaredServer, { workspace, env, redactor }: DoctorPlace): ServerSpec {
  const fill = (text: string): string => fillPlaceholders(text, workspace, env).value;
  const filled = (map: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fill(value)]));
  const { bearer_token_env } = server;
  const spec: ServerSpec = omitUndefined({
    name: server.name,
    command: server.command?.map(fill),
    url: server.url === undefined ? undefined : fill(server.url),
    env: server.env && filled(server.env),
    headers: server.headers && filled(server.headers),
    auth: bearer_token_env === undefined ? undefined : { bearer_token_env },
    cwd: resolve(workspace, server.cwd === undefined ? '.' : fill(server.cwd)),
    protocol: 'auto',
    startup_timeout_ms: startsSlowly(server.command) ? 120_000 : 30_000,
    request_timeout_ms: 30_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
  });
  const handed = Object.entries({ ...spec.env, ...spec.headers });
  redactor.declare(handed.map(([name, value]) => ({ name, value })));
  const inWords = [...secretsOfArgv(spec.command ?? []), ...secretsOfUrl(spec.url ?? '', `${spec.name}_URL`)];
  for (const secret of inWords) redactor.add(secret);
  return spec;
}

function nothingToExamine(): McptestError {
  return new McptestError({
    code: 'no-target',
    message: 'there is no server to look at: no suite, and no MCP client of yours declares one',
    hint: 'Name one: mcptest doctor -- node server.js, or mcptest doctor --url https://example.com/mcp.',
  });
}

function unknownServer(name: string, known: { name: string }[]): McptestError {
  const names = new Set(known.map((one) => one.name));
  return new McptestError({
    code: 'unknown-server',
    message: `no server is called ${name}`,
    hint: declaredHint([...names]),
  });
}
