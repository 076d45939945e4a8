/** `--filter`: a full name, `id:ID`, `re:REGEX`, or text that stands somewhere in the name. */
import { McptestError } from '../util/errors.js';

export interface Row {
  id: string;
  name: string;
  /** The agent test that it is a run of, the test that it is a case of. */
  of?: readonly (string | undefined)[];
}

export interface Filter {
  /** The filter names its rows outright. */
  exact: boolean;
  accepts(row: Row): Promise<boolean>;
}

/** Of several texts, a row fits any. */
export async function createFilter(text: string | readonly string[], rows: readonly Row[]): Promise<Filter> {
  if (typeof text === 'string') return filterOf(text, rows);
  const filters = await Promise.all(text.map((one) => filterOf(one, rows)));
  return {
    exact: filters.every(({ exact }) => exact),
    accepts: async (row) => {
      for (const filter of filters) if (await filter.accepts(row)) return true;
      return false;
    },
  };
}

async function filterOf(text: string, rows: readonly Row[]): Promise<Filter> {
  if (rows.some((row) => row.name === text))
    return { exact: true, accepts: async (row) => row.name === text };
  const isOf = ({ of = [] }: Row) => of.includes(text);
  if (rows.some(isOf)) return { exact: true, accepts: async (row) => isOf(row) };
  if (text.startsWith('id:')) {
    const id = text.slice(3);
    return { exact: true, accepts: async (row) => row.id === id };
  }
  if (text.startsWith('re:')) return byRegex(text.slice(3));
  const folded = text.toLowerCase();
  return { exact: false, accepts: async (row) => row.name.toLowerCase().includes(folded) };
}

async function byRegex(pattern: string): Promise<Filter> {
  const { compileRegex, regexProblem } = await import('../regex/safe-regex.js');
  const problem = regexProblem(pattern);
  if (problem !== undefined) {
    throw new McptestError({
      code: 'bad-filter',
      message: `the filter is not a regular expression: ${problem}`,
      hint: 'Leave out `re:` to search for plain text.',
    });
  }
  const regex = await compileRegex(pattern);
  return { exact: false, accepts: (row) => regex.test(row.name) };
}
