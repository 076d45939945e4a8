import { expect, it } from 'vitest';
import type { Connection } from '../../types/connection.js';
import { followTasks } from './follow-tasks.js';

it('a list that is the very same is looked through once, a new one again', async () => {
  let looks = 0;
  const tool = {
    name: 'slow',
    get execution() {
      looks += 1;
      return { taskSupport: 'required' };
    },
  };
  const [one, other] = [[tool], [tool]];
  const lists = [one, one, one, other];
  const connection = { name: 'all', list: async () => ({ items: lists.shift()! }) };
  const view = followTasks(connection as unknown as Connection);
  const looked: number[] = [];
  while (lists.length > 0) {
    await view.list('tools/list');
    looked.push(looks);
  }
  expect(looked).toEqual([1, 1, 1, 2]);
});
