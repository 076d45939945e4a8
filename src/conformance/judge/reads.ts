/** Contents of the resources that were read. */
import { isObject, ownValue } from '../../util/plain.js';
import { NotApplicable, NotTestable } from '../check.js';
import type { MadeRead } from '../learn/reads.js';
import type { World } from '../world.js';

export interface ReadResult {
  read: MadeRead;
  result: Record<string, unknown>;
}

export async function readResults(world: World): Promise<ReadResult[]> {
  const reads = await world.reads();
  if (reads.length === 0) throw new NotApplicable('the server lists no resource');
  const results = reads.flatMap((read) => {
    const result = ownValue(read.exchange.reply, 'result');
    return isObject(result) && result.resultType !== 'input_required' ? [{ read, result }] : [];
  });
  if (results.length > 0) return results;
  throw new NotTestable('no resource could be read', ...reads.map(({ exchange }) => exchange));
}

export function contentsOf({ result }: ReadResult): Record<string, unknown>[] {
  return (Array.isArray(result.contents) ? result.contents : []).filter(isObject);
}
