/** Loaded with `--import`: the first word on stdout is an error that nobody foresaw, which says LAST_WORDS. */
process.stdout.write = () => {
  throw new Error(process.env.LAST_WORDS);
};
