/** `mcptest compat`: what real clients and model APIs make of the tools of a server or of a saved catalogue. */
import { compatFindings } from '../compat/as-findings.js';
import { CLIENTS, chooseClients, findClient, mergeClients } from '../compat/clients.js';
import { COMPAT_RULES } from '../compat/registry.js';
import { compatReport, type FailOn, failing, type NamedCatalog } from '../compat/report.js';
import { countSeverities } from '../lint/severity.js';
import { type CatalogInput, isAdHoc, readCatalogs, savedFiles } from '../target/catalogs.js';
import type { Places } from '../target/finding-places.js';
import type { Catalog } from '../types/catalog.js';
import type { Client, ClientShow, CompatReport, ToolAnswer } from '../types/compat.js';
import type { Finding } from '../types/envelope.js';
import type { FindingsReport, RuleText } from '../types/findings-report.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { findingPlaces } from './finding-places.js';

export interface CompatInput extends CatalogInput {
  /** Ids of clients; all that are known when absent. */
  client?: string[];
  /** A file with clients of your own, over ours. */
  clients?: string;
  /** The server's name in a client's settings. */
  server_name?: string;
  /** The mildest verdict that fails; error when absent. */
  fail_on?: FailOn;
  /** A tool to call, so that its result is judged as well. */
  call?: string;
  args?: Record<string, unknown>;
}

export interface CompatOutcome extends CompatReport {
  failed: boolean;
  exit_code: number;
  closing: Promise<unknown>;
}

export async function checkClients(input: CompatInput): Promise<CompatOutcome> {
  const clients = await knownClients(input);
  const chosen = chooseClients(clients, input.client);
  const { catalogs, closing } = await readCatalogs(input, { half: true });
  const answer = await answerOf(input, catalogs);
  const report = compatReport(
    catalogs.map((catalog) => named(catalog, input)),
    {
      chosen,
      clients,
      month: thisMonth(),
      answer,
      countTokens: answer && (await import('../tokens/token-counter.js').then((room) => room.tokenCounter())),
    },
  );
  const failed = failing(report, input.fail_on ?? 'error').length > 0;
  return { ...report, failed, exit_code: exitCode(report, input, failed), closing };
}

/** Of a client that was asked for and of which nothing is known, and of half a list, nothing can be said. */
function exitCode({ not_judged, servers }: CompatReport, { client }: CompatInput, failed: boolean): number {
  if (failed) return EXIT.failed;
  if (servers.some(({ broken_off }) => broken_off !== undefined)) return EXIT.inconclusive;
  return client !== undefined && not_judged.length > 0 ? EXIT.inconclusive : EXIT.ok;
}

export async function knownClients({ clients: file, cwd }: CompatInput): Promise<Client[]> {
  if (file === undefined) return [...CLIENTS];
  const { readClientsFile } = await import('../run/catalog/clients-file.js');
  return mergeClients(await readClientsFile(file, cwd));
}

/** A name in the settings of a client: what the user says, what the suite calls it, what the server calls itself. */
export function named(catalog: Catalog, input: CompatInput): NamedCatalog {
  if (input.server_name !== undefined)
    return { catalog, server_name: input.server_name, name_from: 'option' };
  const files = savedFiles(input);
  if (files.length === 0 && !isAdHoc(input))
    return { catalog, server_name: catalog.server, name_from: 'suite' };
  const isGuess = files.some(
    (file) => file.replace(/^.*[\\/]/, '').replace(/\.json$/i, '') === catalog.server,
  );
  return { catalog, server_name: settingsName(catalog.server), name_from: isGuess ? 'assumed' : 'server' };
}

/** As people write it into settings: without the scope of a package, in letters and digits. */
function settingsName(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  return last.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'server';
}

async function answerOf(input: CompatInput, catalogs: readonly Catalog[]): Promise<ToolAnswer | undefined> {
  if (input.call === undefined) return undefined;
  if (savedFiles(input).length > 0) {
    throw new McptestError({
      code: 'call-needs-server',
      message: '--call needs a live server, and --from is a saved catalogue',
      hint: 'Name the server, or give it with --url, --command or -- argv.',
    });
  }
  const names = catalogs.flatMap(({ tools }) => tools.map(({ name }) => name));
  if (!names.includes(input.call)) throw unknownTool(input.call, names);
  const { callTool } = await import('./call.js');
  const { result, closing } = await callTool({ ...input, tool: input.call, args: input.args ?? {} });
  await closing;
  return { tool: input.call, result: isObject(result) ? result : {} };
}

function unknownTool(name: string, names: readonly string[]): McptestError {
  const near = didYouMean(name, names);
  return new McptestError({
    code: 'unknown-tool',
    message: `--call: the server has no tool called ${name}`,
    hint: near === undefined ? '`mcptest tools` lists those that it has.' : `did you mean \`${near}\`?`,
  });
}

/** The report as findings, for the formats that `lint` has; what is found stands at the tool in a saved file. */
export async function findingsOf(
  report: CompatReport,
  input: CompatInput,
): Promise<FindingsReport & { rules: readonly RuleText[]; place: Places }> {
  const findings = compatFindings(report);
  return {
    findings,
    summary: countSeverities(findings),
    tools: report.servers.reduce((sum, { tools }) => sum + tools, 0),
    rules: COMPAT_RULES,
    place: await findingPlaces(input),
  };
}

/** For `lint --clients`: the findings of catalogues that are read already. */
export async function findingsOfCatalogs(
  catalogs: Catalog[],
  input: CompatInput,
): Promise<{ findings: Finding[]; rules: string[] }> {
  const clients = await knownClients(input);
  const report = compatReport(
    catalogs.map((catalog) => named(catalog, input)),
    { chosen: clients, clients, month: thisMonth() },
  );
  return { findings: compatFindings(report), rules: COMPAT_RULES.map(({ id }) => id) };
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}

/** `--show`: the tools of each server as one client shows them to the model. */
export async function showAsClient(
  input: CompatInput & { show: string },
): Promise<{ shows: ClientShow[]; closing: Promise<unknown> }> {
  const { showClient } = await import('../compat/show.js');
  const { tokenCounter } = await import('../tokens/token-counter.js');
  const clients = await knownClients(input);
  const client = findClient(clients, input.show);
  const { catalogs, closing } = await readCatalogs(input, { half: true });
  const answer = await answerOf(input, catalogs);
  const options = { countTokens: await tokenCounter(), answer, clients };
  return { shows: catalogs.map((catalog) => showClient(named(catalog, input), client, options)), closing };
}
