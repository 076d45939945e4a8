/**
 * The connections of the queue. `graphile-worker` repeats what failed for a conflict between transactions, and
 * breaks when a connection is cut; so a cut is passed on to it as a conflict, and told to whoever runs it.
 */
import type { Pool } from 'pg';
import { loadPg } from '../db/load-package.js';
import { isOutOfReach } from '../db/postgres.js';

const CONFLICT = '40001';

export async function queuePool(
  url: string,
  connections: number,
  onCut: (error: Error) => void,
): Promise<Pool> {
  const pg = await loadPg();
  class QueueClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the many forms of `query` are passed on as they are.
    override query(...given: any[]): any {
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const answer: unknown = (super.query as any)(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: Error) => {
        if (!isOutOfReach(error)) throw error;
        onCut(error);
        throw Object.assign(error, { code: CONFLICT });
      });
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: connections, Client: QueueClient });
  pool.on('error', onCut);
  pool.on('connect', (client) => client.on('error', onCut));
  return pool;
}
