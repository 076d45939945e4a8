/** Loaded with `--import`: the clock on the wall jumps by an hour with every look at it, as when a laptop sleeps (row 49). */
const { now } = Date;
const OriginalDate = Date;
let hours = 0;
const jumped = () => {
  hours += 1;
  return now() + hours * 3_600_000;
};
globalThis.Date = class extends OriginalDate {
  constructor(...args) {
    if (args.length === 0) super(jumped());
    else super(...args);
  }

  static now() {
    return jumped();
  }
};
