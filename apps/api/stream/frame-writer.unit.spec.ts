import { expect, it } from 'vitest';
import { FrameWriter } from './frame-writer.js';
import { ReadPause } from './read-pause.js';
import { FakeSocket } from './stream.fixture.js';

const token = { type: 'token', token: 'x'.repeat(100), index: 0 } as const;

const outletOn = () => {
  const socket = new FakeSocket();
  return { socket, outlet: new FrameWriter(socket, new ReadPause(socket)) };
};

it('there is room for a reader that reads, however much it is sent', () => {
  const { outlet } = outletOn();
  for (let sent = 0; sent < 10_000; sent += 1) outlet.send(token);
  expect(outlet.hasRoom).toBe(true);
});

it('there is no room above a bound of unread bytes, and there is again when all is read', async () => {
  const { outlet, socket } = outletOn();
  socket.stopReading();
  while (outlet.hasRoom) outlet.send(token);
  expect(socket.waiting * 612).toBeLessThan(150 * 1024);
  const room = outlet.room();
  socket.readOn();
  await room;
  expect(outlet.hasRoom).toBe(true);
});

it('reading pauses for a caller that reads no responses, and resumes when it reads them', () => {
  const { outlet, socket } = outletOn();
  socket.stopReading();
  for (let pongs = 0; pongs < 2_000 && !socket.isPaused; pongs += 1) outlet.pong(Buffer.alloc(125));
  expect(socket.isPaused).toBe(true);
  socket.readOn();
  expect(socket.isPaused).toBe(false);
});

it('a closed writer sends nothing more, and lets nobody wait', async () => {
  const { outlet, socket } = outletOn();
  socket.stopReading();
  while (outlet.hasRoom) outlet.send(token);
  const room = outlet.room();
  outlet.close(1012);
  await room;
  const { waiting } = socket;
  outlet.send(token);
  expect(socket.waiting).toBe(waiting);
  expect(socket.closeCode).toBe(1012);
});
