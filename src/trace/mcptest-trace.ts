/**
 * Our own format: a trace, several, or the traces that a run envelope keeps in `results[].trace`.
 * Every known field is checked, unknown ones are ignored, and `null` stands for absent.
 */
import { ENVELOPE_VERSION } from '../envelope/schema.js';
import type { Trace } from '../types/trace.js';
import { EXIT, McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import type { TraceImporter } from './importer.js';
import { kindOf, type Place, placeOf, shapeError } from './place.js';
import { withBlobs } from './trace-blobs.js';
import { readTrace } from './trace-shape.js';

/** The version this program writes and reads; a trace without one is of this version. */
export const TRACE_VERSION = 1;

/** From a version to the next: one entry for each version that came before. */
const UPGRADES: Readonly<Record<number, (trace: Record<string, unknown>) => Record<string, unknown>>> = {};

export const mcptest: TraceImporter = {
  title: "mcptest's own traces, or a run envelope that holds them",
  signs: ['calls', 'tool', 'args', 'final_response', 'prompt', 'run_id', 'results'],
  recognise(value) {
    if (Array.isArray(ownValue(value, 'calls'))) return 'yes';
    if (Array.isArray(ownValue(value, 'results')) && typeof ownValue(value, 'run_id') === 'string')
      return 'yes';
    return Object.hasOwn(value, 'calls') ? 'maybe' : 'no';
  },
  start: (context) => {
    const traces: Trace[] = [];
    return {
      add(value, at) {
        const results = ownValue(value, 'results');
        if (Object.hasOwn(value, 'calls') || !Array.isArray(results)) {
          traces.push(readTrace(upgraded(value, at, []), at, [], context));
          return;
        }
        checkVersion(value, at, [], ENVELOPE_VERSION);
        for (const [index, result] of results.entries()) {
          const trace = ownValue(result, 'trace');
          if (trace === undefined || trace === null) continue;
          const path = ['results', index, 'trace'];
          if (!isObject(trace)) throw shapeError(at, path, `must be an object, and is ${kindOf(trace)}`);
          const whole = withBlobs(withCatalog(trace, value), at, path);
          traces.push(readTrace(upgraded(whole, at, path), at, path, context));
        }
      },
      cut() {},
      finish: () => traces,
    };
  },
};

type Path = readonly (string | number)[];

/** Tools that several rows were shown stand once in the envelope. */
function withCatalog(trace: Record<string, unknown>, envelope: object): Record<string, unknown> {
  const place = ownValue(trace, 'shared_catalog');
  if (typeof place !== 'number' || Object.hasOwn(trace, 'catalog')) return trace;
  const catalogs = ownValue(envelope, 'catalogs');
  const catalog: unknown = Array.isArray(catalogs) ? catalogs[place] : undefined;
  return catalog === undefined ? trace : { ...trace, catalog };
}

function upgraded(trace: Record<string, unknown>, at: Place, path: Path): Record<string, unknown> {
  let current = trace;
  for (let version = checkVersion(trace, at, path); version < TRACE_VERSION; version += 1) {
    current = UPGRADES[version]?.(current) ?? current;
  }
  return current;
}

function checkVersion(value: Record<string, unknown>, at: Place, path: Path, newest = TRACE_VERSION): number {
  const version = ownValue(value, 'version') ?? TRACE_VERSION;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw shapeError(at, [...path, 'version'], 'must be a whole number from 1');
  }
  if (version > newest) {
    throw new McptestError({
      code: 'trace-version',
      message: `${placeOf(at, [...path, 'version'])}: version ${version} is newer than this mcptest, which reads version ${newest}`,
      hint: 'Update mcptest.',
      exitCode: EXIT.usage,
    });
  }
  return version;
}
