import { expect, it } from 'vitest';
import { createEchoEngine } from '#libs/ports/inference/echo/echo-engine.js';
import { collectGarbage } from '#test/fakes/garbage.js';
import { type FakeSocket, StreamFixture } from './stream.fixture.js';

const readers = 20;
const texts = 25;
const text = 'word '.repeat(2_000).trim();

const heapUsed = async (): Promise<number> => {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
};

const quiet = async (sockets: readonly FakeSocket[]): Promise<void> => {
  for (let before = -1, now = 0; now !== before; ) {
    before = now;
    for (let turn = 0; turn < readers * texts * 2; turn += 1) await new Promise(setImmediate);
    now = sockets.reduce((sum, { waiting }) => sum + waiting, 0);
  }
};

it('a reader that stops holds less than 1 MB, however much it asked for', async () => {
  const fixture = new StreamFixture({ engine: createEchoEngine() });
  const ask = async (): Promise<FakeSocket[]> => {
    const sockets = await Promise.all(
      Array.from({ length: readers }, async () => (await fixture.authenticated()).socket),
    );
    for (const socket of sockets) {
      socket.stopReading();
      for (let id = 0; id < texts; id += 1) {
        socket.say({ type: 'translate', text, source: 'en', target: 'es', id: String(id) });
      }
    }
    await quiet(sockets);
    return sockets;
  };
  for (const socket of await ask()) socket.emit('close', 1000);
  const before = await heapUsed();
  const sockets = await ask();
  const held = (await heapUsed()) - before;
  expect(sockets.every(({ waiting }) => waiting > 100)).toBe(true);
  // The measured 0.64 MB are the texts that wait, two in work, and the output that waits to be read.
  expect(held / readers / 2 ** 20).toBeLessThan(1);
});
