/** One OTLP span, and where the next one begins. */
import type { ServerProvenance } from '../../types/envelope.js';
import type { TraceIds } from '../../util/trace-ids.js';
import type { Attribute } from './attributes.js';

export const INTERNAL = 1;
export const CLIENT = 3;
const ERROR = 2;

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: { name: string; timeUnixNano: string; attributes: Attribute[] }[];
  status: { code?: number; message?: string };
}

/** Spans of a row follow each other; `at` is where the next begins. */
export interface Layout {
  ids: TraceIds;
  at: bigint;
  serverOf(name: string): ServerProvenance | undefined;
}

export interface SpanInit {
  ids: TraceIds;
  id: string;
  parent?: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Attribute[];
  /** What went wrong; undefined where nothing did. */
  failed?: string;
}

export function makeSpan({ ids, id, parent, name, kind, start, end, attributes, failed }: SpanInit): Span {
  return {
    traceId: ids.trace,
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name,
    kind,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes,
    status: failed === undefined ? {} : { code: ERROR, message: failed },
  };
}

export function nanos(ms: number): bigint {
  return BigInt(Math.round(Math.max(0, ms) * 1e6));
}
