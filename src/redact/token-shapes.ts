/**
 * Tokens that give themselves away by their shape, whoever issued them. Every pattern is linear: no
 * nested quantifiers, every run bounded or over one class. `hint` is a cheap test that spares the pattern.
 */
export interface TokenShape {
  hint?: string;
  pattern: RegExp;
  replacement: string;
}

const token = (name: string, hint: string, pattern: RegExp): TokenShape => ({
  hint,
  pattern,
  replacement: `[secret:${name}]`,
});

export const TOKEN_SHAPES: readonly TokenShape[] = [
  token('anthropic-key', 'sk-ant-', /\bsk-ant-[A-Za-z0-9_-]{16,}/g),
  token('openai-key', 'sk-', /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,}/g),
  token('github-token', 'gh', /\bgh[pousr]_[A-Za-z0-9]{30,}/g),
  token('github-token', 'github_pat_', /\bgithub_pat_[A-Za-z0-9_]{30,}/g),
  token('gitlab-token', 'glpat-', /\bglpat-[A-Za-z0-9_-]{16,}/g),
  token('slack-token', 'xox', /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g),
  token('aws-key', 'AKIA', /\bAKIA[A-Z0-9]{16}\b/g),
  token('aws-key', 'ASIA', /\bASIA[A-Z0-9]{16}\b/g),
  token('google-key', 'AIza', /\bAIza[A-Za-z0-9_-]{35}/g),
  token('npm-token', 'npm_', /\bnpm_[A-Za-z0-9]{36}\b/g),
  token('stripe-key', 'k_live_', /\b[rs]k_live_[A-Za-z0-9]{16,}/g),
  token('jwt', 'eyJ', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g),
  // No secret, but another in every run: a server that shows its environment says the same each time.
  token('MCPTEST_SERVER_ID', 'mcptest-server-', /\bmcptest-server-\d{1,10}-[0-9a-f]{8}-\d{1,10}\b/g),
  token(
    'private-key',
    'PRIVATE KEY-----',
    /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{40,}(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
  ),
  {
    hint: 'earer ',
    pattern: /\b([Bb]earer )[A-Za-z0-9._~+/-]{16,}=*/g,
    replacement: '$1[secret:bearer]',
  },
  {
    hint: '://',
    pattern: /:\/\/[^\s/?#@"'<>[\]]{1,256}@/g,
    replacement: '://[secret:userinfo]@',
  },
  {
    hint: '=',
    pattern:
      /([?&](?:x-(?:amz|goog)-(?:signature|credential|security-token)|(?:(?:access|refresh|id|auth|api|bearer|session|private)[-_]?)?token|(?:api|access|secret|private|auth|subscription)[-_]?key|(?:client[-_]?)?secret|password|passwd|pwd|sig|signature)=)[^&#\s"'<>[\]{}$()\\]+/gi,
    replacement: '$1[secret:query]',
  },
];
