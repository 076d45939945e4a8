/**
 * The progress that a server sent, in order. The official client forgets what it is told in one breath with
 * the answer, so it is read from the wire.
 */
import type { Client } from '@modelcontextprotocol/client';

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

export function wireProgress({ transport }: Client): Progress[] {
  const notes: Progress[] = [];
  const deliver = transport!.onmessage;
  transport!.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/progress') {
      const { progressToken: _, ...note } = message.params as unknown as Progress & {
        progressToken: unknown;
      };
      notes.push(note);
    }
    deliver?.(message, extra);
  };
  return notes;
}
