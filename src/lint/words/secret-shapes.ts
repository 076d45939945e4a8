/** Data: secrets that give themselves away by their shape, with the test that tells a real one from a sample. */

export interface SecretShape {
  what: string;
  /** A cheap test that spares the pattern. */
  hint: string;
  /** Group 1 is the part that is random in a real one. */
  pattern: RegExp;
  /** `crc32`: GitHub and npm end in a checksum of the rest. */
  checksum?: 'crc32';
}

export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    what: 'an Anthropic key',
    hint: 'sk-ant-',
    pattern: /\bsk-ant-(?:api\d{2}-|admin\d{2}-)?([A-Za-z0-9_-]{32,})/g,
  },
  {
    what: 'an OpenAI key',
    hint: 'sk-',
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?([A-Za-z0-9_-]{32,})/g,
  },
  { what: 'a GitHub token', hint: 'gh', pattern: /\bgh[pousr]_([A-Za-z0-9]{36})\b/g, checksum: 'crc32' },
  {
    what: 'a GitHub token',
    hint: 'github_pat_',
    pattern: /\bgithub_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/g,
  },
  { what: 'a GitLab token', hint: 'glpat-', pattern: /\bglpat-([A-Za-z0-9_-]{20,})/g },
  { what: 'a Slack token', hint: 'xox', pattern: /\bxox[abeprs]-(?:\d{8,14}-){0,3}([A-Za-z0-9-]{20,})/g },
  {
    what: 'a Slack webhook',
    hint: 'hooks.slack.com',
    pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/([A-Za-z0-9]{24})\b/g,
  },
  {
    what: 'a Discord webhook',
    hint: '/api/webhooks/',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([\w-]{60,80})\b/g,
  },
  { what: 'an AWS key', hint: 'IA', pattern: /\b(?:AKIA|ASIA)([A-Z2-7]{16})\b/g },
  { what: 'a Google key', hint: 'AIza', pattern: /\bAIza([A-Za-z0-9_-]{35})(?![\w-])/g },
  { what: 'a Google token', hint: 'ya29.', pattern: /\bya29\.([A-Za-z0-9_-]{40,})/g },
  { what: 'an npm token', hint: 'npm_', pattern: /\bnpm_([A-Za-z0-9]{36})\b/g, checksum: 'crc32' },
  { what: 'a PyPI token', hint: 'pypi-', pattern: /\bpypi-AgEI([A-Za-z0-9_-]{50,})/g },
  { what: 'a Stripe key', hint: 'k_live_', pattern: /\b[rs]k_live_([A-Za-z0-9]{20,})/g },
  { what: 'a SendGrid key', hint: 'SG.', pattern: /\bSG\.([A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})\b/g },
  { what: 'a Twilio key', hint: 'SK', pattern: /\bSK([0-9a-f]{32})\b/g },
  { what: 'a Telegram bot token', hint: ':AA', pattern: /\b\d{8,10}:(AA[A-Za-z0-9_-]{33})(?![\w-])/g },
  { what: 'a Hugging Face token', hint: 'hf_', pattern: /\bhf_([A-Za-z]{34})\b/g },
  { what: 'a DigitalOcean token', hint: '_v1_', pattern: /\bdo[oprt]_v1_([0-9a-f]{64})\b/g },
  { what: 'a Shopify token', hint: 'shp', pattern: /\bshp(?:at|ca|pa|ss)_([0-9a-fA-F]{32})\b/g },
  { what: 'a Databricks token', hint: 'dapi', pattern: /\bdapi([0-9a-f]{32})\b/g },
  { what: 'a Linear key', hint: 'lin_api_', pattern: /\blin_api_([A-Za-z0-9]{40})\b/g },
  { what: 'a Notion token', hint: 'ntn_', pattern: /\bntn_([A-Za-z0-9]{40,50})\b/g },
  { what: 'a Vault token', hint: 'hvs.', pattern: /\bhvs\.([A-Za-z0-9_-]{24,})/g },
  { what: 'an Azure storage key', hint: 'AccountKey=', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  { what: 'a Groq key', hint: 'gsk_', pattern: /\bgsk_([A-Za-z0-9]{52})\b/g },
  {
    what: 'a signed token',
    hint: 'eyJ',
    pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.([A-Za-z0-9_-]{20,})/g,
  },
  {
    what: 'key material',
    hint: 'PRIVATE KEY',
    pattern:
      /-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----[\s\\nr]{0,10}([A-Za-z0-9+/=]{40}[A-Za-z0-9+/=\s\\]{0,4000})/g,
  },
  {
    what: 'a URL with a password',
    hint: '@',
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#@:"'<>[\]{}$]{0,60}:([^\s/?#@"'<>[\]{}$]{3,100})@[\w.-]{2,100}/gi,
  },
];

/** Somewhere in a sample. */
export const SAMPLE_WORDS =
  /example|sample|xxx|your|placeholder|dummy|fake|redacted|changeme|insert|replace|my[-_]?(?:key|token|secret|api)|abcdefghij|0123456789|1234567890|123456789|abc123|\.\.\.|\*\*\*|<|test[-_]?(?:key|token)|deadbeef|lorem|eyJzdWIiOiIxMjM0NTY3ODkwI/i;
/** The whole password of a sample URL. */
export const SAMPLE_PASSWORD =
  /^(?:p(?:ass(?:word|wd|phrase)?|w|wd|ssw?d?)\d{0,4}!?|pass|secret|token|key|user(?:name)?|root|admin|postgres|mysql|guest|test(?:ing)?|changeme|mypassword|my[-_]?pass\w{0,10}|your[-_]?\w{0,20}|x+|\*+|\.+|foo|bar|1234\d{0,6}|api[-_]?key|auth|credentials?|pat|port|\d{1,5}|host|db[-_]?pass\w{0,6}|redis|mongo|rabbitmq|example|dbpass|userpass|pwd\d*|p4ssw0rd|hunter2?)$/i;
