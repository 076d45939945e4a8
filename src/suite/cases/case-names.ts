/**
 * What each case is called: its `name`, else its values. A name depends on its own row, and on others only where two
 * would be called the same: a case keeps it, and with it its id, whatever is added around it or left out.
 */
import { canonicalJson } from '../../util/canonical-json.js';
import { sha256 } from '../../util/hash.js';
import { clip, oneLine } from '../../util/text.js';
import { BadCases, type ReadRow } from './rows.js';

const LONGEST_NAME = 200;
/** A name made of values is cut here, and gets a mark of the whole row. */
const LONGEST_VALUES = 60;
const MARK = 6;

export class CaseNames {
  readonly #taken = new Map<string, number>();
  readonly #same = new Map<string, { name: string; copies: number }>();

  nameOf(row: ReadRow): string {
    const own = row.values.name;
    return own === undefined ? this.#byValues(row) : this.#given(own, row.line);
  }

  #given(own: unknown, line: number): string {
    if ((typeof own !== 'string' && typeof own !== 'number') || own === '')
      throw new BadCases('the `name` of a case is text that is not empty', line);
    const name = oneLine(String(own));
    if (name.length > LONGEST_NAME)
      throw new BadCases(`the \`name\` of a case holds at most ${LONGEST_NAME} characters`, line);
    const first = this.#taken.get(name);
    if (first !== undefined) {
      const message = `the name \`${clip(name, 80)}\` is taken by the case at line ${first}`;
      throw new BadCases(message, line, 'give each case its own name');
    }
    this.#taken.set(name, line);
    return name;
  }

  #byValues({ values, written = values, line }: ReadRow): string {
    const { tags: _, ...rest } = written;
    const mark = sha256(canonicalJson(rest)).slice(0, MARK);
    // Never empty: the row would have the name of the test, which means all rows.
    const text =
      oneLine(Object.values(rest).map(shown).join(', ')) || JSON.stringify(Object.values(rest)[0] ?? {});
    const short = text.length > LONGEST_VALUES ? `${clip(text, LONGEST_VALUES)} ${mark}` : text;
    const known = this.#same.get(mark + short);
    if (known !== undefined) {
      // Rows that are the same through and through are told apart by their order.
      known.copies += 1;
      return `${known.name} (${known.copies})`;
    }
    const name = this.#taken.has(short) ? `${short} ${mark}` : short;
    this.#taken.set(name, line);
    this.#same.set(mark + short, { name, copies: 1 });
    return name;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
