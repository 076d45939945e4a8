/** `mcptest verify`: a live server held against a recording. */
import { recordedServer } from '../../playback/recorded-server.js';
import { verifyServer } from '../../playback/verify-server.js';
import type { TargetInput } from '../../target/target.js';
import { withTarget } from '../../target/with-target.js';
import type { VerifyReport } from '../../types/catalog-diff.js';
import { EXIT } from '../../util/errors.js';
import { readCassetteFile } from './cassette-input.js';

export interface VerifyInput extends TargetInput {
  /** A cassette, or a recording of `mcptest proxy`. */
  cassette: string;
  /** What the recording calls the server; may be left out where it holds one. */
  recorded?: string;
  /** Call also tools that destroy something. */
  destructive?: boolean;
}

export interface Verified {
  report: VerifyReport;
  exit_code: number;
  closing: Promise<void>;
}

const CODES = { same: EXIT.ok, drift: EXIT.failed, 'not-judged': EXIT.inconclusive } as const;

export async function verifyCassette(input: VerifyInput): Promise<Verified> {
  const { cassette, recorded: name, destructive = false, ...target } = input;
  const recorded = recordedServer(await readCassetteFile(cassette), name);
  const { value: report, closing } = await withTarget(target, ({ connection, redactor }) =>
    verifyServer(recorded, connection, { redactor, destructive }),
  );
  return { report, exit_code: CODES[report.verdict], closing };
}
