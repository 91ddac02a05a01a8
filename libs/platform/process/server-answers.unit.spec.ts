import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.js';
import { serverAnswers } from './server-answers.js';

it('a server that takes connections answers', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await expect(serverAnswers(`grpc://127.0.0.1:${port}`)).resolves.toBeUndefined();
  } finally {
    server.close();
  }
});

it('the error of a server that does not answer names its address and the reason, and no password', async () => {
  const port = await freePort();
  await expect(serverAnswers(`http://user:secret@127.0.0.1:${port}/path`)).rejects.toThrow(
    new Error(`Nothing answers at 127.0.0.1:${port} (ECONNREFUSED).`),
  );
});
