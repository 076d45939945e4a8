/** Loaded with `--import`: whoever opens a socket or starts a process is stopped, loudly. */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const stop = (what) => () => {
  process.stderr.write(`forbidden: ${what}\n`);
  throw new Error(`forbidden: ${what}`);
};

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  childProcess[name] = stop(name);
for (const name of ['connect', 'createConnection', 'createServer']) net[name] = stop(`net.${name}`);
net.Socket.prototype.connect = stop('socket.connect');
for (const module of [http, https]) for (const name of ['request', 'get']) module[name] = stop(name);
dgram.createSocket = stop('dgram');
globalThis.fetch = stop('fetch');
syncBuiltinESMExports();
