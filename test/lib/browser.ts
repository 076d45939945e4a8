/** Chromium for tests: an installed one, or Debian's package where we may install it. Never a download of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
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
  if (found || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return found;
  try {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options);
  } catch {
    return undefined;
  }
  return PLACES.find((path) => path && existsSync(path));
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
