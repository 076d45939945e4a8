/** Both sides of a comparison in one order, so that a diff by lines marks only what the matcher objects to. */

interface Options {
  /** Keys that only the found value has are allowed. */
  subset: boolean;
}

/** The expected value with its keys in the order of the found one; allowed keys stand on both sides. */
export function comparable(expected: unknown, actual: unknown, options: Options): unknown {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    // Items are only compared in pairs where there are as many.
    const inner = expected.length === actual.length ? options : { subset: false };
    return expected.map((item, at) => comparable(item, actual[at], inner));
  }
  if (!isMap(expected) || !isMap(actual)) return expected;
  const keys = Object.keys(actual).filter((key) => options.subset || Object.hasOwn(expected, key));
  const missing = Object.keys(expected).filter((key) => !Object.hasOwn(actual, key));
  return Object.fromEntries(
    [...keys, ...missing].map((key) => {
      if (!Object.hasOwn(expected, key)) return [key, actual[key]];
      return [key, comparable(expected[key], actual[key], options)];
    }),
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
