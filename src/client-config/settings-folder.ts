/** Where programs of a desktop keep their settings. Pure, so that every system's paths can be tested on any. */
import { posix, win32 } from 'node:path';

export interface SettingsSystem {
  home: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

export function settingsFolder({ home, env, platform }: SettingsSystem): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA ?? win32.join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME ?? posix.join(home, '.config');
}
