/**
 * The reader of formats whose entries are either whole conversations or loose messages: a whole one is
 * a trace of its own, loose ones make up one trace until they are cut.
 */
import type { ImportContext, TraceReader } from './importer.js';
import type { Place } from './place.js';
import { TraceBuilder } from './trace-builder.js';

export interface Conversations {
  /** A trace of its own. */
  whole(): TraceBuilder;
  /** The trace that loose messages belong to. */
  loose(): TraceBuilder;
}

export function conversationReader(
  context: ImportContext,
  add: (value: Record<string, unknown>, at: Place, traces: Conversations) => void,
): TraceReader {
  const all: TraceBuilder[] = [];
  let current: TraceBuilder | undefined;
  const begin = (): TraceBuilder => {
    const builder = new TraceBuilder(context);
    all.push(builder);
    return builder;
  };
  const traces: Conversations = {
    whole: begin,
    loose: () => {
      current ??= begin();
      return current;
    },
  };
  return {
    add: (value, at) => add(value, at, traces),
    cut: () => {
      current = undefined;
    },
    finish: () => all.filter((builder) => builder.used).map((builder) => builder.finish()),
  };
}
