/** What was decided about a line, carried out: passed on, held back, answered in place of the server, or cut. */
import type { Writable } from 'node:stream';
import type { Injector } from './injections.js';
import type { Recording } from './recording.js';

export interface AgentLine {
  injector: Injector | undefined;
  recording: Recording;
  /** The message, read; it is recorded already. */
  message: unknown;
  pass(): void;
  output: Writable;
  /** Ends the connection. */
  cut(): void;
}

export function decideLine({ injector, recording, message, pass, output, cut }: AgentLine): void {
  const verdict = injector?.fromAgent(message);
  if (verdict?.fault !== undefined) recording.note({ fault: verdict.fault, id: verdict.id });
  if (verdict?.disconnect) {
    cut();
    return;
  }
  if (verdict === undefined || verdict.delay_ms !== undefined) {
    const ms = (injector?.latency_ms ?? 0) + (verdict?.delay_ms ?? 0);
    // Lines that are equally late keep their order.
    if (ms > 0) setTimeout(pass, ms);
    else pass();
    return;
  }
  const text = verdict.reply === undefined ? verdict.raw : JSON.stringify(verdict.reply);
  if (text === undefined) return;
  const line = Buffer.from(`${text}\n`);
  recording.frame('proxy', line);
  output.write(line);
}

export interface ServerLine {
  injector: Injector | undefined;
  recording: Recording;
  /** As it is passed on. */
  line: Buffer;
  value: unknown;
  output: Writable;
}

export function sendToAgent({ injector, recording, line, value, output }: ServerLine): void {
  const changed = injector?.fromServer(value);
  if (changed === undefined) {
    recording.frame('server', line);
    output.write(line);
    return;
  }
  const own = Buffer.from(`${JSON.stringify(changed.message)}\n`);
  recording.frame('server', line, { hidden: true });
  recording.note({ distractors: changed.distractors });
  recording.frame('proxy', own);
  output.write(own);
}
