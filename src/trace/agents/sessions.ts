/** The reader of formats whose lines name the session that they belong to: a trace for each. */

import type { Trace } from '../../types/trace.js';
import { oneLine } from '../../util/text.js';
import type { ImportContext, TraceReader } from '../importer.js';
import type { Place } from '../place.js';
import { TraceBuilder } from '../trace-builder.js';

/** One session in the making. */
export interface Session {
  readonly trace: TraceBuilder;
  add(line: Record<string, unknown>, at: Place): void;
  /** Puts down what was held back until the end. */
  close?(): void;
}

export interface SessionParts {
  open(trace: TraceBuilder): Session;
  /** The session's id, where the line names one; other lines belong to the one before. */
  idOf(line: Record<string, unknown>): string | undefined;
}

export function sessionReader(context: ImportContext, { open, idOf }: SessionParts): TraceReader {
  const sessions = new Map<string, Session>();
  let latest = '';
  return {
    add(line, at) {
      latest = idOf(line) ?? latest;
      let session = sessions.get(latest);
      if (!session) {
        session = open(new TraceBuilder(context));
        sessions.set(latest, session);
      }
      session.add(line, at);
    },
    cut() {},
    finish() {
      const traces: Trace[] = [];
      for (const [id, session] of sessions) {
        session.close?.();
        if (session.trace.used) traces.push(session.trace.finish());
        else context.warn(`the session ${oneLine(id) || '(no id)'} contains no messages; it is left out`);
      }
      return traces;
    },
  };
}
