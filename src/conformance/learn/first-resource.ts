/** A resource that is there. */
import { NotApplicable } from '../check.js';
import type { World } from '../world.js';

export async function firstResource(world: World): Promise<string> {
  const { items } = await world.list('resources');
  const uri = items.find((item) => typeof item.uri === 'string')?.uri;
  if (typeof uri === 'string') return uri;
  throw new NotApplicable('the server lists no resource');
}
