/**
 * Regular expressions from suites and servers, with JavaScript's meaning, that cannot hang the program.
 * What RE2 can express runs there in linear time, the rest in a thread with a deadline.
 */
import { EXIT, McptestError } from '../util/errors.js';

export interface SafeRegex {
  readonly pattern: string;
  readonly flags: string;
  /** Rejects with `McptestError` code `regex-timeout` when no answer came in time. */
  test(text: string): Promise<boolean>;
}

const REGEX_DEADLINE_MS = 1000;

/** Shorter texts are not worth a watchdog on the linear engine. */
const SHORT = 1000;
const CACHE_SIZE = 200;

const cache = new Map<string, Promise<SafeRegex>>();

/** What is wrong with a pattern or its flags, as a clause; `undefined` when nothing is. */
export function regexProblem(pattern: string, flags = ''): string | undefined {
  const unknown = [...flags].find((flag) => !'gimsu'.includes(flag));
  if (unknown !== undefined) return `flag "${unknown}" is not one of g, i, m, s, u`;
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, '');
  }
}

export function isValidRegex(pattern: string, flags = ''): boolean {
  return regexProblem(pattern, flags) === undefined;
}

/** `g` is accepted and has no effect: a test always starts at the beginning of the text. */
export function compileRegex(pattern: string, flags = ''): Promise<SafeRegex> {
  const key = `${flags}/${pattern}`;
  let compiled = cache.get(key);
  if (compiled === undefined) {
    compiled = compile(pattern, flags);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, compiled);
  }
  return compiled;
}

async function compile(pattern: string, rawFlags: string): Promise<SafeRegex> {
  const problem = regexProblem(pattern, rawFlags);
  if (problem !== undefined) {
    throw new McptestError({
      code: 'regex-invalid',
      message: `the regular expression is not valid: ${problem}`,
      hint: 'Put a backslash before characters that are meant as they are, such as \\( or \\[.',
    });
  }
  const flags = rawFlags.replaceAll('g', '');
  const [{ compileLinear }, { runWithin }] = await Promise.all([
    import('./re2.js'),
    import('../util/run-within.js'),
  ]);
  const linear = compileLinear(pattern, flags);
  return {
    pattern,
    flags,
    async test(text) {
      if (linear?.suits(text)) {
        if (text.length <= SHORT) return linear.test(text);
        const answer = runWithin(REGEX_DEADLINE_MS, () => linear.test(text));
        if (answer !== undefined) return answer.value;
        throw tooSlow();
      }
      const { testInWorker } = await import('./regex-worker.js');
      return testInWorker({ pattern, flags, text }, REGEX_DEADLINE_MS);
    },
  };
}

function tooSlow(): McptestError {
  return new McptestError({
    code: 'regex-timeout',
    message: `the regular expression gave no answer within ${REGEX_DEADLINE_MS} ms`,
    hint: 'Look at a shorter text, or use smaller repetition counts.',
    exitCode: EXIT.inconclusive,
  });
}
