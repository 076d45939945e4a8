/** A whole body that has to be looked at before it goes on. */
import type { Readable } from 'node:stream';

export async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
