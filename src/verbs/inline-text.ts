/**
 * The text of an inline suite as it is kept: a secret of the environment that stands in it is read from its variable, so
 * that the repro line still works and the file does not hold it.
 */
import { type Document, isMap, isPair, isScalar, parseDocument, visit } from 'yaml';
import { type Secret, secretsOfEnv } from '../redact/redactor.js';

/** Shorter values stand in other words by chance. */
const SHORTEST = 8;

export function textToKeep(text: string, env: NodeJS.ProcessEnv): string {
  const secrets = secretsOfEnv(env)
    .filter(({ name, value }) => value.length >= SHORTEST && env[name] === value)
    .sort((a, b) => b.value.length - a.value.length);
  const document = parseDocument(text);
  return replaceIn(document, secrets) ? document.toString({ lineWidth: 0 }) : text;
}

function replaceIn(document: Document, secrets: Secret[]): boolean {
  let found = false;
  visit(document, {
    Scalar(key, node, path) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const pair = path.at(-1);
      // A name cannot read the environment, since it is shown everywhere; it is shown like this.
      const isName = isPair(pair) && isScalar(pair.key) && pair.key.value === 'name' && isMap(path.at(-2));
      const written = secrets.reduce(
        (text, { name, value }) =>
          text.replaceAll(value, () => (isName ? `[secret:${name}]` : `\${env:${name}}`)),
        node.value,
      );
      if (written === node.value) return;
      node.value = written;
      node.type = 'QUOTE_DOUBLE';
      found = true;
    },
  });
  return found;
}
