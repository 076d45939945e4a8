/** A run packed into the fragment of an address: it opens with nothing stored, and no server ever sees it. */
import { deflateRawSync } from 'node:zlib';
import { runData } from '../report/page-html.js';
import type { RunEnvelope } from '../types/envelope.js';

/** Mail and chat programs cut longer links. */
const MOST_CHARACTERS = 32_000;

export type SnapshotLink = { link: string } | { refused: string };

/**
 * `redact` is the last look for secrets: a link goes where its maker cannot call it back. `run` is how
 * `mcptest report` finds the run; a name that a shell could read otherwise is not put into a command.
 */
export function snapshotLink(envelope: RunEnvelope, redact: <T>(value: T) => T, run = 'RUN'): SnapshotLink {
  const packed = deflateRawSync(JSON.stringify(redact(runData(envelope))), { level: 9 }).toString(
    'base64url',
  );
  if (packed.length <= MOST_CHARACTERS) return { link: `/snapshot#/z/${packed}` };
  const size = Math.ceil(packed.length / 1000);
  return {
    refused: `This run is too large for a link: it would take ${size} kB, and programs cut links beyond ${MOST_CHARACTERS / 1000} kB. Send the report as a file instead: mcptest report ${/^[\w./-]+$/.test(run) ? run : 'RUN'} --format html --output run.html`,
  };
}

/** The fragment of a snapshot link, whoever's viewer made it. */
export function fragmentOf(link: string): string | undefined {
  return /^https?:\/\/[^#\s]*\/snapshot#(\/z\/[A-Za-z0-9_-]+)/.exec(link)?.[1];
}
