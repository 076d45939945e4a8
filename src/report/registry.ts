/** All reporters by name, each loaded when it is wanted. */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';

/** What is known of the run that is reported. */
export type ReportedRun = Pick<RunEnvelope, 'results'>;

const LOADERS = {
  pretty: async (run) =>
    (await (hasAgents(run) ? import('./pretty-agents.js') : import('./pretty.js'))).pretty,
  minimal: async () => (await import('./minimal.js')).minimal,
  json: async () => (await import('./json.js')).json,
  ndjson: async () => (await import('./ndjson.js')).ndjson,
  junit: async () => (await import('./junit.js')).junit,
  tap: async () => (await import('./tap.js')).tap,
  github: async () => (await import('./github.js')).github,
  gitlab: async () => (await import('./gitlab.js')).gitlab,
  sarif: async () => (await import('./sarif.js')).sarif,
  md: async () => (await import('./md.js')).md,
  matrix: async () => (await import('./matrix.js')).matrix,
  html: async () => (await import('./html.js')).html,
  badge: async () => (await import('./badge.js')).badge,
  agent: async () => (await import('./agent.js')).agent,
} satisfies Record<string, (run?: ReportedRun) => Promise<Reporter>>;

export type ReporterName = keyof typeof LOADERS;

export const reporterNames = Object.keys(LOADERS) as ReporterName[];

/** With all that it could need, unless the run is given. */
export function loadReporter(name: ReporterName, run?: ReportedRun): Promise<Reporter> {
  return LOADERS[name](run);
}

function hasAgents(run: ReportedRun | undefined): boolean {
  return run === undefined || run.results.some(({ kind }) => kind === 'agent');
}
