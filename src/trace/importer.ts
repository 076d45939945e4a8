/** What a trace format brings: how it is recognised, and how its entries become traces. */
import type { Trace } from '../types/trace.js';
import type { Place } from './place.js';
import type { KnownNames } from './split-names.js';

/** `yes`: no other format looks like this. `maybe`: it could be this one, and others as well. */
export type Recognition = 'yes' | 'maybe' | 'no';

export interface ImportContext {
  /** A function is only asked while warnings are still kept: finding a place can be dear. */
  warn(message: string | (() => string)): void;
}

export interface TraceReader {
  add(value: Record<string, unknown>, at: Place): void;
  /** The entries so far and those to come belong to different conversations. */
  cut(): void;
  finish(): Trace[];
}

export interface TraceImporter {
  /** One line for the list of formats. */
  title: string;
  /** Keys, and values of `type` as `type=value`, that its entries are known by: names the nearest format. */
  signs: readonly string[];
  recognise(value: Record<string, unknown>): Recognition;
  start(context: ImportContext): TraceReader;
  /** A last line cut short is a warning, as the agent may still be writing. */
  growing?: boolean;
  /** How the agent joins server and tool, where it uses one sign only. */
  join?: KnownNames['join'];
  /** Several programs write to one file: a line that one of them was killed at may stand anywhere, and is a warning. */
  shared?: boolean;
}
