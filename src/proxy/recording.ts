/**
 * The file of a recorder: every message becomes a line, redacted and written before the message is passed on, so that a
 * recorder that is killed loses nothing that anybody heard. What is passed on is never changed by it: a file that can no
 * longer be written to ends the recording, not the session.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../client/session/parse-json.js';
import type { Redactor } from '../redact/redactor.js';
import { OWNER_ONLY } from '../store/files.js';
import type { WireBegin, WireLine, WireSide } from '../types/wire.js';
import { clipValue } from '../util/clip-value.js';
import { EXIT, McptestError } from '../util/errors.js';
import { makeFolder } from '../util/files.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import { WIRE_VERSION } from '../wire/exchanges.js';

/** A larger message is kept in part. */
const WHOLE_BYTES = 16 * 1024 * 1024;
const KEPT_CHARACTERS = 256 * 1024;
const NOISE_CHARACTERS = 2000;

export interface RecordingInit {
  file: string;
  redactor: Redactor;
  begin: Omit<WireBegin['begin'], 'pid'>;
  log(line: string): void;
}

export interface FrameOptions {
  client?: number;
  hidden?: true;
}

type Unstamped<T> = T extends unknown ? Omit<T, 'wire' | 'session' | 't'> : never;

export class Recording {
  readonly session = randomBytes(6).toString('hex');
  /** Why nothing more is written. */
  broken: string | undefined;
  readonly #file: number;

  private constructor(
    handle: number,
    private readonly init: RecordingInit,
  ) {
    this.#file = handle;
  }

  /** Goes on in a file that is there, where it is a recording. Throws `not-a-recording`. */
  static async open(init: RecordingInit): Promise<Recording> {
    await makeFolder(dirname(init.file));
    const handle = openSync(init.file, 'a+', OWNER_ONLY);
    let isNew: boolean;
    try {
      isNew = refuseOther(handle, init.file);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
    const recording = new Recording(handle, init);
    const { way, ...rest } = init.begin;
    // A line break first: whoever wrote before may have been stopped in the middle of a line.
    recording.#write(
      { begin: { pid: process.pid, ...rest, way: init.redactor.value(way) } },
      isNew ? '' : '\n',
    );
    return recording;
  }

  /** A message as it crossed the wire. */
  frame(from: WireSide, bytes: Buffer, options: FrameOptions = {}): void {
    if (this.broken !== undefined || isBlank(bytes)) return;
    const parsed = parseJson(bytes);
    if (parsed.ok) {
      const isLarge = bytes.length > WHOLE_BYTES;
      const kept = isLarge ? clipValue(parsed.value, KEPT_CHARACTERS) : parsed.value;
      const message = this.init.redactor.value(kept);
      this.#write(omitUndefined({ from, ...options, message, cut: isLarge ? bytes.length : undefined }));
      return;
    }
    const start = bytes.subarray(0, 4 * NOISE_CHARACTERS).toString('utf8');
    this.#write({ from, ...options, noise: this.init.redactor.text(clip(start, NOISE_CHARACTERS)) });
  }

  /** A message that is too large to be looked at. */
  unread(from: WireSide, bytes: number, options: FrameOptions = {}): void {
    this.#write({ from, ...options, cut: bytes });
  }

  /** Any other line. */
  note(line: Unstamped<WireLine>): void {
    this.#write(line);
  }

  close(why: string): void {
    this.#write({ end: this.init.redactor.text(why) });
    this.broken ??= 'closed';
    closeSync(this.#file);
  }

  #write(line: Unstamped<WireLine>, before = ''): void {
    if (this.broken !== undefined) return;
    const t = Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000;
    const text = JSON.stringify({ wire: WIRE_VERSION, session: this.session, t, ...line });
    try {
      const bytes = Buffer.from(`${before}${text}\n`);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      this.broken = (error as Error).message;
      this.init.log(
        `mcptest: the recording ${oneLine(this.init.file)} ends here: ${oneLine(this.broken)}; messages still pass`,
      );
    }
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length < 8 && bytes.toString('latin1').trim() === '';
}

/**
 * A mistyped name must not add lines to somebody's file, and what is no file cannot be read again. Tells whether there
 * is nothing in it.
 */
function refuseOther(handle: number, file: string): boolean {
  const found = fstatSync(handle);
  const start = Buffer.alloc(64);
  const read = found.isFile() ? readSync(handle, start, 0, start.length, 0) : 0;
  const text = start.toString('utf8', 0, read).trimStart();
  if (found.isFile() && (text === '' || text.startsWith('{"wire":'))) return read === 0;
  throw new McptestError({
    code: 'not-a-recording',
    message: `${oneLine(file)} ${found.isFile() ? 'is there already and is not a recording' : 'is not a file'}`,
    hint: 'Name another file with --record, or remove this one.',
    exitCode: EXIT.usage,
  });
}
