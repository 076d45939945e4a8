/** Messages of the prompts that were fetched. */
import { isObject, ownValue } from '../../util/plain.js';
import { NotApplicable, NotTestable } from '../check.js';
import type { MadeGet } from '../learn/gets.js';
import type { World } from '../world.js';

export interface GetResult {
  get: MadeGet;
  result: Record<string, unknown>;
}

export async function getResults(world: World): Promise<GetResult[]> {
  const gets = await world.gets();
  if (gets.length === 0) throw new NotApplicable('the server lists no prompt');
  const results = gets.flatMap((get) => {
    const result = ownValue(get.exchange.reply, 'result');
    return isObject(result) && result.resultType !== 'input_required' ? [{ get, result }] : [];
  });
  if (results.length > 0) return results;
  throw new NotTestable('no prompt could be fetched', ...gets.map(({ exchange }) => exchange));
}
