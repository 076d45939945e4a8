/**
 * The environment of a server: a short list of names that programs need to find files and to print, what
 * its entry declares, and nothing else. Our own API keys never get in unless `pass_env` names them.
 */
import type { ServerSpec } from '../../types/connection.js';

const INHERITED = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
]);

const INHERITED_ON_WINDOWS = new Set([
  ...['PATH', 'PATHEXT', 'SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'TEMP', 'TMP', 'USERNAME'],
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES'],
  ...['PROGRAMFILES(X86)', 'PROCESSOR_ARCHITECTURE', 'NUMBER_OF_PROCESSORS'],
]);

export function childEnv(
  spec: Pick<ServerSpec, 'env' | 'pass_env'>,
  ours: NodeJS.ProcessEnv,
  platform: string = process.platform,
): Record<string, string> {
  const onWindows = platform === 'win32';
  // Variables have no case there.
  const key = (name: string) => (onWindows ? name.toUpperCase() : name);
  const passed = new Set(spec.pass_env?.map(key));
  const out: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && (passed.has(key(name)) || isInherited(name, onWindows))) out[name] = value;
  }
  for (const [name, value] of Object.entries(spec.env ?? {})) {
    const twin = onWindows ? Object.keys(out).find((each) => key(each) === key(name)) : undefined;
    if (twin !== undefined) delete out[twin];
    out[name] = value;
  }
  return out;
}

function isInherited(name: string, onWindows: boolean): boolean {
  if (INHERITED.has(name) || name.startsWith('LC_')) return true;
  return onWindows && INHERITED_ON_WINDOWS.has(name.toUpperCase());
}
