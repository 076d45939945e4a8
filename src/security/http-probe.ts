/** One raw HTTP request of a probe: no redirects, a bounded body, any `Host`. Never throws for what a server does. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { HttpAnswer } from '../types/probe-rule.js';

const MAX_BODY = 65_536;

export interface ProbeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeout_ms?: number;
  signal?: AbortSignal;
}

/** Undefined when no answer came. */
export function httpProbe(url: URL, options: ProbeRequest): Promise<HttpAnswer | undefined> {
  const { method = 'POST', headers = {}, body, timeout_ms = 5000, signal } = options;
  return new Promise((done) => {
    const send = url.protocol === 'https:' ? secure : plain;
    let text = '';
    const call = send(url, { method, headers, signal, agent: false }, (answer) => {
      const finish = () => {
        clearTimeout(timer);
        done({ status: answer.statusCode ?? 0, headers: flat(answer.headers), body: text });
        call.destroy();
      };
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk.slice(0, MAX_BODY - text.length);
        // An event stream stays open after its answer.
        if (text.length >= MAX_BODY || /\n\r?\n$/.test(text)) finish();
      });
      answer.on('end', finish);
      answer.on('error', finish);
    });
    const timer = setTimeout(() => call.destroy(), timeout_ms);
    call.on('error', () => done(undefined));
    call.on('close', () => {
      clearTimeout(timer);
      done(undefined);
    });
    call.end(body);
  });
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const out: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) out[name] = String(value);
  return out;
}
