/** The text that Python prints for a dict or a list → its value; LangChain keeps arguments of tools like this. */

const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** Undefined where the text is no such literal. */
export function pythonLiteral(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 1_000_000) return undefined;
  let json = '';
  for (const [token] of text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z]+|[^'"A-Za-z]+|['"]/gs)) {
    if (token.length > 1 && (token[0] === "'" || token[0] === '"')) json += jsonString(token.slice(1, -1));
    else json += WORDS[token] ?? token;
  }
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

function jsonString(body: string): string {
  const plain = body.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gis, (_all, byte, unit, sign) => {
    const code: string | undefined = byte ?? unit;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES[sign] ?? `\\${sign}`;
  });
  return JSON.stringify(plain);
}
