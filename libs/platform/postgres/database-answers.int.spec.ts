import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { databaseAnswers } from './database-answers.js';

let database: TestDatabase;
/** Accepts connections and never says a word. */
let silent: Server;
let connections = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  silent.close();
  await database.drop();
});

it('a database answers with its version', async () => {
  expect(Number.parseInt(await databaseAnswers(database.url), 10)).toBeGreaterThanOrEqual(15);
});

it('many who ask a server that stands still share one connection, and each is told', async () => {
  const { port } = silent.address() as { port: number };
  const asked = Array.from({ length: 5 }, () => databaseAnswers(`postgresql://user@127.0.0.1:${port}/database`));
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  expect(connections).toBe(1);
});
