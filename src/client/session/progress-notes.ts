/** The progress that a server reports of one request, with what is wrong about it. */
import type { ProgressNote } from '../../types/connection.js';
import { ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { FaultLog } from './fault-log.js';

const MOST = 1000;

export function noteProgress(notes: ProgressNote[], params: unknown, faults: FaultLog): void {
  const progress = ownValue(params, 'progress');
  if (typeof progress !== 'number') {
    faults.add('progress-not-a-number', `progress is ${show(progress)} and not a number`);
    return;
  }
  const last = notes.at(-1)?.progress;
  if (last !== undefined && progress <= last) {
    faults.add('progress-not-increasing', `progress went from ${last} to ${progress}`);
  }
  if (notes.length >= MOST) return;
  const total = ownValue(params, 'total');
  const message = ownValue(params, 'message');
  const note: ProgressNote = { progress };
  if (typeof total === 'number') note.total = total;
  if (typeof message === 'string') note.message = message;
  notes.push(note);
}
