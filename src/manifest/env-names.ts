/** Environment variables that a source text reads by name. Pure. */

const READS = [
  /\bprocess\.env\.([A-Z][A-Z0-9_]{2,})\b/g,
  /\bprocess\.env\[\s*['"]([A-Z][A-Z0-9_]{2,})['"]\s*\]/g,
  /\bos\.environ(?:\.get)?[([]\s*['"]([A-Z][A-Z0-9_]{2,})['"]/g,
  /\bos\.getenv\(\s*['"]([A-Z][A-Z0-9_]{2,})['"]/g,
];

/** What the system, the shell or the runtime sets; nobody configures a server with it. */
const OF_THE_SYSTEM = new Set(
  (
    'PATH HOME USER SHELL TMPDIR TEMP TMP PWD LANG TERM NODE_ENV NODE_OPTIONS NODE_PATH DEBUG CI NO_COLOR FORCE_COLOR ' +
    'HTTP_PROXY HTTPS_PROXY NO_PROXY APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROGRAMFILES SYSTEMROOT ' +
    'XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME COLORTERM NODE_DEBUG npm_package_version VITEST JEST_WORKER_ID'
  ).split(' '),
);

export function envNames(texts: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const text of texts)
    for (const pattern of READS)
      for (const [, name = ''] of text.matchAll(pattern)) if (!OF_THE_SYSTEM.has(name)) names.add(name);
  return [...names].sort();
}
