/** What a tool means that answers an error to a call without arguments: it says so in words, and words can be read. */
import { UNSERVED } from './remedies.js';

export interface Refusal {
  status: 'pass' | 'warn';
  /** What it did, after the name of the tool. */
  did: string;
  remedy?: string;
}

const KEY =
  /api[_ -]?key|\b(?:access |auth |bearer )?token\b|credential|\bsecrets?\b|authenticat|authori[sz]|unauthori|forbidden|log ?in\b|logged in|sign(?:ed)? in|\b40[13]\b|environment variable|\b[A-Z][A-Z\d]*_(?:KEY|TOKEN|SECRET|PASSWORD|PAT)\b/i;
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|fetch failed|could not (?:connect|reach|resolve)|connection (?:refused|failed|error|reset)|network (?:error|is unreachable)|unreachable|no such host/i;
const EARLIER =
  /\bfirst\b|\bbefore (?:using|calling|you|this)|\bno (?:\w+ )?(?:active|open|current|running|connected|selected|existing|loaded|default) |\bno \w+ (?:is |has been |was )?(?:open(?:ed)?|selected|loaded|connected|running|active|started|set|found)\b|\bnot (?:yet )?(?:been )?(?:initiali[sz]ed|connected|opened|open|started|selected|loaded|running|set up|configured)\b|\b(?:call|use|run) [`'"]?[a-z]\w*[_-]\w+[`'"]? /i;
const ARGUMENT =
  /\brequired?\b|\bmissing\b|\b(?:provide|specify|supply|pass)\b|\binvalid (?:arguments?|params?|parameters?|input|request|value|type)|\bexpected\b|\bcannot be (?:empty|blank|null|undefined)|\bat least one\b|\bexactly one\b|-32602|validation|\bmust (?:be|have|contain|include)\b|undefined/i;

export function refusalOf(text: string): Refusal {
  if (KEY.test(text)) {
    const [name = 'NAME'] = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/.exec(text) ?? [];
    return {
      status: 'warn',
      did: 'asked for a key or a login',
      remedy: `Servers read only the variables that are named: add --pass-env ${name}, or \`pass_env\` in a suite; else log in as the server says.`,
    };
  }
  if (NETWORK.test(text))
    return {
      status: 'warn',
      did: 'could not reach what it works with',
      remedy:
        'Check the network and the address that the server is given; start the service that it talks to.',
    };
  if (EARLIER.test(text)) return { status: 'pass', did: 'answered that another call comes first' };
  if (ARGUMENT.test(text))
    return {
      status: 'warn',
      did: 'asked for an argument that its schema does not require',
      remedy:
        'Say in `inputSchema` what a call needs (`required`, or `anyOf`): models send what the schema asks for.',
    };
  return { status: 'warn', did: 'answered an error', remedy: UNSERVED };
}
