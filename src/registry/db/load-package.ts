/** Packages that only a registry in PostgreSQL needs; whoever has none does not install them. */
import { McptestError } from '../../util/errors.js';

export const loadPg = () => loaded('pg', async () => (await import('pg')).default);

export const loadGraphile = () => loaded('graphile-worker', () => import('graphile-worker'));

async function loaded<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new McptestError({
      code: 'package-missing',
      message: `a registry in PostgreSQL needs the package ${name}`,
      hint: 'Install it beside mcptest: npm install pg graphile-worker',
      cause,
    });
  }
}
