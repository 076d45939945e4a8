/** A model on loopback that takes its time, gives every tool the same scores, and counts what it was asked. */
import { createServer } from 'node:http';
import { COHERENCE, DIMENSIONS } from '../../../src/tdqs/dimensions.js';

export interface SlowJudge {
  url: string;
  /** Tool → how often it was asked about; the name is in the description as `tool-N`. */
  asked: Map<string, number>;
  /** Questions about whole sets. */
  sets: number;
  /** Tools whose question is not answered yet. */
  pending: Set<string>;
  close(): Promise<void>;
}

export async function startSlowJudge(delay_ms: number): Promise<SlowJudge> {
  const judge: SlowJudge = { url: '', asked: new Map(), sets: 0, pending: new Set(), close: async () => {} };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const about = body.includes('shadowing_risks') ? undefined : /tool-\d+/.exec(body)?.[0];
      if (about === undefined) judge.sets += 1;
      else {
        judge.asked.set(about, (judge.asked.get(about) ?? 0) + 1);
        judge.pending.add(about);
      }
      setTimeout(() => {
        if (about !== undefined) judge.pending.delete(about);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(completion(about === undefined ? setAnswer() : toolAnswer())));
      }, delay_ms);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  judge.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
  judge.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return judge;
}

function completion(answer: unknown) {
  const message = { role: 'assistant', content: JSON.stringify(answer) };
  return {
    id: 'answer',
    object: 'chat.completion',
    created: 0,
    model: 'slow',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  };
}

const scores = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { score: 3, justification: 'It says so.' }]));

function toolAnswer() {
  return { scores: scores(DIMENSIONS), annotation_contradiction: false, summary: 'Average.' };
}

function setAnswer() {
  return { scores: scores(COHERENCE), shadowing_risks: [], summary: 'Average.' };
}
