/** What holds of every message: simple rules that a program can check. Whether a text helps, only a reader can say. */
import { ODD_PHRASES } from '../odd-phrases.js';
import type { Message } from './collect.js';

/** Words that say little to somebody who meets them for the first time, and what to say instead. */
const JARGON: [RegExp, string][] = [
  [/\boperands?\b/i, 'value'],
  [/\b(?:de)?serializ/i, 'read, write'],
  [/\bpayload\b/i, 'the data itself'],
  [/\binstantiat/i, 'make, start'],
  [/\bfalsy|truthy\b/i, 'empty, set'],
  [/\bENOENT|EACCES|EPERM\b/, 'there is no such file; permission is denied'],
  [/\bnull pointer|undefined is not\b/i, 'what is missing'],
  ...ODD_PHRASES,
  [/\bplease\b.*\btry again\b/i, 'what to change before trying again'],
  [/\boops|uh-oh|sorry\b/i, 'what happened'],
];

/** Told by others than us, or for a machine. */
const PROTOCOL = /^(?:Invalid params|Method not found|Rejected|Unsupported protocol)/;

export function complaints(messages: readonly Message[]): string[] {
  return messages
    .filter(({ kind }) => kind !== 'other')
    .flatMap((message) => {
      const place = `${message.file}:${message.line}`;
      return [...wording(message), ...endings(message)].map((text) => `${place}: ${text}: ${message.text}`);
    });
}

function wording({ kind, text, hint }: Message): string[] {
  if (PROTOCOL.test(text)) return [];
  const out = JARGON.filter(([word]) => word.test(text)).map(([, instead]) => `say ${instead}`);
  const isVague = /\b(?:invalid|illegal|malformed|bad|wrong)\b/i.test(
    text.replace(/[`'"{][^`'"}]*[`'"}]/g, ''),
  );
  if (kind === 'error' && isVague && !hint) out.push('say what is right');
  return out;
}

/** An error ends without a full stop, as it may go on in the next line; a hint is a sentence. */
function endings({ kind, text, hint }: Message): string[] {
  if (kind === 'error' && hint !== undefined) {
    const isOne = !/[.?!:]\s+\S/.test(text);
    if (isOne && /[^.]\.$/.test(text)) return ['an error ends without a full stop'];
    if (/^(?:The|There|A|An|No|Cannot|This) /.test(text)) return ['an error begins small, behind `mcptest:`'];
  }
  return [];
}

/** Hints of errors: a sentence, or a question. */
export function hintComplaints(messages: readonly Message[]): string[] {
  return messages.flatMap(({ file, line, kind, hint = '' }) => {
    if (kind !== 'error' || hint === '' || hint.startsWith('{')) return [];
    const isSentence = /[.?!]$/.test(hint) || /(?:\}|: mcptest .*)$/.test(hint);
    const isBegun = /^(?:[A-Z`{-]|did you mean|docs\/|[a-z]+_[a-z]+|mcptest )/.test(hint);
    return isSentence && isBegun ? [] : [`${file}:${line}: a hint is a sentence: ${hint}`];
  });
}
