/**
 * SQLite takes its lock for every statement, which costs ten times as much as the statement itself where it is a folder
 * beside the file. Statements that wait at the same time are read under one lock, for a moment: whoever writes needs
 * it too, so there is a pause after each.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../db/turns.js';
import type { Db } from '../db/types.js';

const HOLD_MS = 25;
const PAUSE_MS = 5;

export function readTogether(db: Db): Db {
  if (db.kind !== 'sqlite') return db;
  const waiting: (() => Promise<void>)[] = [];
  const turns = new Turns();
  let reading = false;

  const readSome = async (): Promise<void> => {
    await db.script('begin');
    try {
      for (const until = performance.now() + HOLD_MS; performance.now() < until; ) {
        // The next statement of a request is asked for after the answer to the one before.
        if (waiting.length === 0) await nextTurn();
        const next = waiting.shift();
        if (next === undefined) break;
        await next();
      }
    } finally {
      await db.script('commit');
    }
  };
  const readAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // A lock that cannot be had fails here, and its statement fails by itself.
      await turns.take(readSome).catch(() => waiting.shift()?.());
      if (waiting.length > 0) await sleep(PAUSE_MS);
    }
    reading = false;
  };

  return {
    ...db,
    all: (text, values) =>
      new Promise((done, failed) => {
        waiting.push(() => db.all<never>(text, values).then(done, failed));
        if (reading) return;
        reading = true;
        void readAll();
      }),
    run: (text, values) => turns.take(() => db.run(text, values)),
    insert: (rows) => turns.take(() => db.insert(rows)),
    transaction: (work) => turns.take(() => db.transaction(work)),
    script: (text) => turns.take(() => db.script(text)),
  };
}
