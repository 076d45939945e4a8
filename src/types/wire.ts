/**
 * A recording of `mcptest proxy`: JSONL, a line for each message that crossed the wire, in the order in which they
 * came. Lines are only ever added, also by several recorders to one file, so that what a killed one leaves can be
 * read. All of it is redacted.
 */
import type { FaultKind } from './fault.js';

interface WireLineBase {
  wire: 1;
  /** Which recorder wrote it. */
  session: string;
  /** Milliseconds since 1970, on a clock that never goes back. */
  t: number;
}

/** The first line of a recorder. */
export interface WireBegin extends WireLineBase {
  begin: {
    pid: number;
    /** As the suite calls it; where it is absent the server is called what it calls itself. */
    server?: string;
    /** How the server is reached. */
    way: { command?: string[]; url?: string };
    agent_side: 'stdio' | 'http';
  };
}

export type WireSide = 'agent' | 'server' | 'proxy';

/** A message, or what came in its place. */
export interface WireFrame extends WireLineBase {
  from: WireSide;
  /** Over HTTP: tells the clients of one recorder apart. */
  client?: number;
  message?: unknown;
  /** A line that is no JSON. */
  noise?: string;
  /** How many bytes it had; then `message` holds less of it, or is absent. */
  cut?: number;
  /** The agent was sent something else in its place. */
  hidden?: true;
}

/** A call that met a fault which was asked for. */
export interface WireFault extends WireLineBase {
  fault: FaultKind;
  client?: number;
  id: string | number;
}

/** Names of tools that were mixed into the list. */
export interface WireDistractors extends WireLineBase {
  distractors: string[];
}

/** The last line of a recorder that ended in order. */
export interface WireEnd extends WireLineBase {
  end: string;
}

export type WireLine = WireBegin | WireFrame | WireFault | WireDistractors | WireEnd;
