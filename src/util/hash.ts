import { hash } from 'node:crypto';

/** SHA-256 as lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
