/** All reporters by name, each loaded when it is wanted. */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';

const LOADERS = {
  pretty: async (run) => (await import('./pretty.js')).loadPretty(run),
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
  otlp: async () => (await import('./otlp.js')).otlp,
} satisfies Record<string, (run?: RunEnvelope) => Promise<Reporter>>;

export type ReporterName = keyof typeof LOADERS;

export const reporterNames = Object.keys(LOADERS) as ReporterName[];

/** With the parts that the run needs; without a run, with all of them. */
export function loadReporter(name: ReporterName, run?: RunEnvelope): Promise<Reporter> {
  return LOADERS[name](run);
}

/** Worth calling while there is nothing else to do: what every run needs of a reporter. */
export async function warmUp(name: ReporterName): Promise<void> {
  await (name === 'pretty' ? import('./pretty.js') : loadReporter(name));
}
