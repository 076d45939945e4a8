/**
 * Chromium for tests: an installed one, or Debian's package where we may install it. Never a download of its own. The same
 * browser without windows (`chromium-headless-shell`) comes first: it takes a fraction of the processor time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const SHELL = '/usr/bin/chromium-headless-shell';
const DEBIAN = '/usr/bin/chromium';
const PLACES = [
  process.env.CHROME_PATH,
  SHELL,
  DEBIAN,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a browser; on Debian with root it is installed when there is none. */
export function findBrowser(): string | undefined {
  const found = PLACES.find((path) => path && existsSync(path));
  const ours = found === undefined || found === SHELL || found === DEBIAN;
  if (!ours || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return found;
  try {
    // Test files run side by side; the first installs, the others wait for it. A program that is there
    // may be half of a package that is still being unpacked.
    const get = 'apt-get install -y -q --no-install-recommends';
    const install = `test -x ${SHELL} || test -x ${DEBIAN} || { apt-get update -q && { ${get} chromium-headless-shell || ${get} chromium; }; }`;
    execFileSync('flock', [join(tmpdir(), 'mcptest-chromium.lock'), 'sh', '-c', install], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch {
    return found;
  }
  return PLACES.find((path) => path && existsSync(path));
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
