/**
 * Loaded with `--import`: the Nth time that something below FAIL_UNDER is written, made, renamed or taken away, it fails
 * with FAIL_CODE (N is FAIL_AT; 0 fails never, `all` always). How often it came to that goes into the file of FAIL_COUNT.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

const under = process.env.FAIL_UNDER ?? '/nowhere';
const code = process.env.FAIL_CODE ?? 'ENOSPC';
const WORDS = {
  ENOSPC: 'no space left on device',
  EACCES: 'permission denied',
  EIO: 'i/o error',
  EROFS: 'read-only file system',
};
const every = process.env.FAIL_AT === 'all';
const failAt = Number(process.env.FAIL_AT ?? 0);
const ours = new Set();
let count = 0;

const isUnder = (path) => resolve(String(path?.pathname ?? path)).startsWith(under);

/** Whether this one fails; a handle counts when it was opened below the folder. */
function fails(target) {
  const isOurs = typeof target === 'number' ? ours.has(target) : isUnder(target);
  if (!isOurs) return false;
  count += 1;
  return every || count === failAt;
}

function trouble(call, path) {
  return Object.assign(new Error(`${code}: ${WORDS[code]}, ${call} '${path}'`), {
    code,
    errno: -28,
    syscall: call,
    path,
  });
}

const opensToWrite = (flags) => (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r'));
const NAMES = [
  'writeFile',
  'appendFile',
  'rename',
  'mkdir',
  'write',
  'writev',
  'truncate',
  'ftruncate',
  'copyFile',
  'symlink',
  'chmod',
  'fsync',
  'unlink',
  'rm',
  'link',
];
for (const name of NAMES) {
  const sync = fs[`${name}Sync`];
  if (sync)
    fs[`${name}Sync`] = (target, ...rest) => {
      if (fails(target)) throw trouble(name, target);
      return sync(target, ...rest);
    };
  const later = fs[name];
  if (later)
    fs[name] = (target, ...rest) => {
      if (!fails(target)) return later(target, ...rest);
      process.nextTick(rest.at(-1), trouble(name, target));
    };
  const promised = fs.promises[name];
  if (promised)
    fs.promises[name] = async (target, ...rest) => {
      if (fails(target)) throw trouble(name, target);
      return promised(target, ...rest);
    };
}
const { openSync, open } = fs;
fs.openSync = (path, flags, ...rest) => {
  const writes = opensToWrite(flags) && isUnder(path);
  if (writes && fails(path)) throw trouble('open', path);
  const handle = openSync(path, flags, ...rest);
  if (writes) ours.add(handle);
  return handle;
};
fs.open = (path, flags, ...rest) => {
  const writes = opensToWrite(flags) && isUnder(path);
  const done = rest.pop();
  if (writes && fails(path)) return process.nextTick(done, trouble('open', path));
  open(path, flags, ...rest, (error, handle) => {
    if (writes && !error) ours.add(handle);
    done(error, handle);
  });
};
const opened = fs.promises.open;
fs.promises.open = async (path, flags, ...rest) => {
  const writes = opensToWrite(flags) && isUnder(path);
  if (writes && fails(path)) throw trouble('open', path);
  const handle = await opened(path, flags, ...rest);
  if (!writes) return handle;
  for (const name of ['write', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']) {
    const real = handle[name].bind(handle);
    handle[name] = async (...args) => {
      if (fails(path)) throw trouble(name, path);
      return real(...args);
    };
  }
  return handle;
};
const save = fs.writeFileSync;
process.on('exit', () => process.env.FAIL_COUNT && save(process.env.FAIL_COUNT, String(count)));
syncBuiltinESMExports();
