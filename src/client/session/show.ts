/** A value from a server inside a sentence of ours: short, on one line, and never a reason to throw. */
import { clip, oneLine } from '../../util/text.js';

const MAX_LENGTH = 160;

export function show(value: unknown): string {
  try {
    return clip(oneLine((JSON.stringify(value) ?? 'nothing').slice(0, 4 * MAX_LENGTH)), MAX_LENGTH);
  } catch {
    return 'a value nested too deep to show';
  }
}
