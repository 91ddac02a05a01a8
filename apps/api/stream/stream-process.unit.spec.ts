import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { StreamProcess } from './stream-process.js';

const fixture = () => {
  const held: { name: string; losing: AbortController }[] = [];
  const released: string[] = [];
  const acquire = async (name: string): Promise<Lease> => {
    const losing = new AbortController();
    held.push({ name, losing });
    return { name, fencingToken: 1n, lost: losing.signal, release: async () => void released.push(name) };
  };
  return { held, released, process: new StreamProcess({ acquire }, pino({ level: 'silent' })) };
};

it('a process begins no stream before it has its lease', async () => {
  const { process } = fixture();
  expect((await rejectionOf(() => process.current())).code).toBe('service_unavailable');
  await process.start();
  expect(process.current()).not.toBeInstanceOf(Rejection);
});

it('a process holds a lease by its own name, and gives it back when it stops', async () => {
  const { process, held, released } = fixture();
  await process.start();
  const { processId, lost } = process.current();
  expect(held.map(({ name }) => name)).toEqual([`text-streams/${processId}`]);
  expect(lost.aborted).toBe(false);
  await process.stop();
  expect(released).toEqual([`text-streams/${processId}`]);
});

it('a process that lost its lease goes on under another name, since a sweep may consider the old one dead', async () => {
  const { process, held } = fixture();
  await process.start();
  const before = process.current();
  held[0]?.losing.abort();
  expect(before.lost.aborted).toBe(true);
  expect((await rejectionOf(() => process.current())).code).toBe('service_unavailable');
  await vi.waitFor(() => expect(process.current().processId).not.toBe(before.processId), 30_000);
  expect(held).toHaveLength(2);
});
