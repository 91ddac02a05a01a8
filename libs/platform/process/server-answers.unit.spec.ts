import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

it('a socket that is listened to answers, and one that is not is named by its path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  const path = join(folder, 'a.sock');
  await expect(serverAnswers(`unix://${path}`)).rejects.toThrow(`Nothing answers at ${path} (ENOENT).`);
  const server = createServer();
  await new Promise<void>((listening) => server.listen(path, listening));
  try {
    await expect(serverAnswers(`unix://${path}`)).resolves.toBeUndefined();
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
