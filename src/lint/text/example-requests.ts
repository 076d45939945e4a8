/**
 * Requests that the manual of an API shows: a block of code under "Example request:" that calls curl with a token of the
 * environment in its header. Nothing is carried out by it that the example itself does not set.
 */
const EXAMPLE = /\bexamples?\b[^\n]{0,120}\n\s{0,20}```\w{0,20}\n([^`]{1,4000})```/gi;
const CURL = /(?:^|[\s(])curl\s/;
/** What the header is for. */
const HEADER = /(?:-H|--header)\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')/g;
/** Files, what other commands print, and addresses of people. */
const FROM_HERE =
  /@|~\/|\/etc\/|\.ssh\b|\.env\b|<\(|\$\((?!curl)|\|\s*(?:ba|z|da)?sh\b|\b(?:env|printenv|cat|history)\b/;
const SPOKEN = /^\s*#.*\b(?:must|always|never|before|users?|secrets?|ignore|you)\b/im;
const VARIABLE = /\$\{?([A-Za-z_]\w{0,60})/g;

export function isInExampleRequest(text: string, { start, end }: { start: number; end: number }): boolean {
  if (!text.includes('curl')) return false;
  return [...text.matchAll(EXAMPLE)].some(
    (found) =>
      found.index <= end && start < found.index + found[0].length && isOwnRequest(found[1] as string),
  );
}

function isOwnRequest(code: string): boolean {
  if (!CURL.test(code) || SPOKEN.test(code)) return false;
  const rest = code.replace(HEADER, ' ');
  if (FROM_HERE.test(rest)) return false;
  return [...rest.matchAll(VARIABLE)].every(([, name]) => code.includes(`${name}=`));
}
