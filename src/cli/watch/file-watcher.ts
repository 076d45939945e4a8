/**
 * Tells which files really changed: folders are watched, so that an editor which writes a new file and
 * renames it is seen, and contents are compared, so that touching a file is not a change. Changes that come
 * together are told together.
 */
import { createHash } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';

const QUIET_MS = 80;
const GONE_MS = 500;

export class FileWatcher {
  private readonly hashes = new Map<string, string>();
  private readonly folders = new Map<string, FSWatcher>();
  private readonly missing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly changed: (paths: string[]) => void) {}

  /** From now on these files, and no others. */
  follow(paths: string[]): void {
    for (const path of this.hashes.keys()) if (!paths.includes(path)) this.hashes.delete(path);
    for (const path of paths) if (!this.hashes.has(path)) this.hashes.set(path, hashOf(path));
    const wanted = new Set(paths.map((path) => dirname(path)));
    for (const [folder, watcher] of this.folders) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.folders.delete(folder);
    }
    for (const folder of wanted) if (!this.folders.has(folder)) this.open(folder);
  }

  close(): void {
    clearTimeout(this.timer);
    for (const watcher of this.folders.values()) watcher.close();
    this.folders.clear();
  }

  private open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.soon());
      watcher.on('error', () => this.soon());
      this.folders.set(folder, watcher);
    } catch {
      // A folder that went away comes back with the next change of the suite.
    }
  }

  private soon(ms = QUIET_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.compare(), ms);
  }

  private compare(): void {
    const changed: string[] = [];
    for (const [path, before] of this.hashes) {
      const now = hashOf(path);
      if (now === before) {
        this.missing.delete(path);
      } else if (now === '' && !this.missing.has(path)) {
        // In the middle of a rename the file is not there; later it is gone.
        this.missing.add(path);
        this.soon(GONE_MS);
      } else {
        this.missing.delete(path);
        this.hashes.set(path, now);
        changed.push(path);
      }
    }
    if (changed.length > 0) this.changed(changed);
  }
}

function hashOf(path: string): string {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('hex');
  } catch {
    return '';
  }
}
