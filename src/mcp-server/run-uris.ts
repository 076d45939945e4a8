/** `mcptest://runs/...`: how runs and the outputs of their tests are named, and what such a name may be. */
import type { CaseResult } from '../types/envelope.js';

export type RunUri = { run_id: string; test?: string };

const ID = /^(?!\.+$)[A-Za-z0-9._-]{1,128}$/;

export function runUri(runId: string): string {
  return `mcptest://runs/${runId}`;
}

export function outputUri(runId: string, slug: string): string {
  return `${runUri(runId)}/tests/${slug}/output`;
}

/** Undefined for whatever is no such name; percent signs are decoded once and never again. */
export function parseRunUri(uri: string): RunUri | undefined {
  const [, run, slug] =
    /^mcptest:\/\/runs\/([^/?#]{1,400})(?:\/tests\/([^/?#]{1,400})\/output)?$/.exec(uri) ?? [];
  const run_id = decoded(run);
  if (run_id === undefined) return undefined;
  if (slug === undefined) return { run_id };
  const test = decoded(slug);
  return test === undefined ? undefined : { run_id, test };
}

function decoded(part: string | undefined): string | undefined {
  try {
    const text = decodeURIComponent(part ?? '');
    return ID.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Lower-case, other characters as hyphens, numbered where two tests would share one. */
export function testSlugs(results: readonly CaseResult[]): Map<CaseResult, string> {
  const taken = new Set<string>();
  const out = new Map<CaseResult, string>();
  for (const result of results) {
    const plain = result.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 100);
    const base = plain === '' ? 'test' : plain;
    let slug = base;
    for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`;
    taken.add(slug);
    out.set(result, slug);
  }
  return out;
}
