/** The way to the port of a URL: its name, the port itself, the certificate. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { networkError } from '../client/http/network-error.js';
import type { Checklist } from './checklist.js';

const LAYER_MS = 10_000;

/** True when the port is open and, over https, its certificate is good. */
export async function networkSteps(list: Checklist, url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!(await dnsStep(list, host)) || !(await tcpStep(list, host, port))) return false;
  if (url.protocol === 'https:') return tlsStep(list, host, port);
  list.skip('tls', 'plain http');
  return true;
}

async function dnsStep(list: Checklist, host: string): Promise<boolean> {
  if (isIP(host)) {
    list.skip('dns', 'the URL holds an address');
    return true;
  }
  try {
    const found = await lookup(host, { all: true });
    const addresses = found.slice(0, 3).map(({ address }) => address);
    list.pass('dns', `${host} is ${addresses.join(', ')}`);
    return true;
  } catch (error) {
    list.fail(
      'dns',
      `${host}: ${networkError(error).words}`,
      'Check the spelling of the host, your DNS, and whether a VPN is needed.',
    );
    return false;
  }
}

async function tcpStep(list: Checklist, host: string, port: number): Promise<boolean> {
  const refused = await tryTcp(host, port);
  if (refused === undefined) {
    list.pass('tcp', `port ${port} is open`);
    return true;
  }
  list.fail(
    'tcp',
    `${host}:${port}: ${refused}`,
    'Start the server, check host and port, and look for a firewall between you and it.',
  );
  return false;
}

async function tlsStep(list: Checklist, host: string, port: number): Promise<boolean> {
  const problem = await tryTls(host, port);
  if (problem === undefined) {
    list.pass('tls', 'the certificate is good');
    return true;
  }
  list.fail('tls', problem.words, certificateRemedy(problem.code));
  return false;
}

function certificateRemedy(code: string): string {
  if (/SSL_WRONG_VERSION|EPROTO|PACKET_LENGTH/.test(code))
    return 'Nothing speaks TLS there: does the URL need http:// instead of https://?';
  if (/EXPIRED/.test(code)) return 'Renew the certificate of the server.';
  if (/ALTNAME/.test(code)) return 'Use the host name that the certificate is for.';
  return 'Put the issuer of the certificate into a PEM file and name it: NODE_EXTRA_CA_CERTS=ca.pem mcptest doctor ...';
}

function tryTcp(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connectTcp({ host, port, timeout: LAYER_MS });
    const end = (problem?: string): void => {
      socket.destroy();
      done(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`no answer within ${LAYER_MS / 1000} s`));
    socket.once('error', (error) => end(networkError(error).words));
  });
}

function tryTls(host: string, port: number): Promise<{ code: string; words: string } | undefined> {
  return new Promise((done) => {
    const servername = isIP(host) ? undefined : host;
    const socket = connectTls({ host, port, timeout: LAYER_MS, servername });
    const end = (problem?: { code: string; words: string }): void => {
      socket.destroy();
      done(problem);
    };
    socket.once('secureConnect', () => end());
    socket.once('timeout', () => end({ code: 'timeout', words: `no answer within ${LAYER_MS / 1000} s` }));
    socket.once('error', (error) => end(networkError(error)));
  });
}
