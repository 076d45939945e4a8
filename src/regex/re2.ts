/** JavaScript patterns on the linear-time engine. Loads re2js, so import it only when a pattern is run. */
import { RE2JS } from 're2js';
import { type RegexFlags, toRe2, unitsOf } from './js-to-re2.js';

export interface LinearRegex {
  /** False for the rare texts on which the engine would answer differently from JavaScript. */
  suits(text: string): boolean;
  test(text: string): boolean;
}

/** `undefined` when the pattern has no exact counterpart in RE2. */
export function compileLinear(pattern: string, flags: string): LinearRegex | undefined {
  const set: RegexFlags = {
    i: flags.includes('i'),
    m: flags.includes('m'),
    s: flags.includes('s'),
    u: flags.includes('u'),
  };
  const translated = toRe2(pattern, set);
  if (translated === undefined) return undefined;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(translated);
  } catch {
    // Repetition counts above the engine's limit and the like.
    return undefined;
  }
  return {
    suits(text) {
      // Line ends other than \n, and the two letters that fold into ASCII only with the u flag.
      if (set.m && /[\r\u2028\u2029]/.test(text)) return false;
      return !(set.i && !set.u && /[\u017f\u212a]/.test(text));
    },
    test: (text) => compiled.test(set.u ? text : unitsOf(text)),
  };
}
