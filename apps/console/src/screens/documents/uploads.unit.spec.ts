import { beforeEach, describe, expect, it } from 'vitest';
import { type Send, Uploads } from './uploads.js';

const file = (name: string) => new File(['text'], name);
const settled = () => new Promise((resolve) => setTimeout(resolve));

let sent: { name: string; key: string; end: (error?: Error) => void }[];
let owner: string | undefined;
let uploads: Uploads;

const send: Send = ({ name, key }) =>
  new Promise((resolve, reject) => {
    sent.push({ name, key, end: (error) => (error === undefined ? resolve() : reject(error)) });
  });

beforeEach(() => {
  sent = [];
  owner = 'usr_1';
  uploads = new Uploads(() => owner, send);
});

const states = () => uploads.snapshot().map(({ name, state }) => `${name} ${state}`);
const addAll = (...names: string[]) => {
  for (const name of names) uploads.add(file(name), { target: 'es' });
};

describe('uploads', () => {
  it('two files are sent at a time, however many are given at once', async () => {
    addAll('a', 'b', 'c');
    uploads.add(file('d'), { target: 'fr' });
    expect(states()).toEqual(['a uploading', 'b uploading', 'c waiting', 'd waiting']);
    sent[1]?.end();
    await settled();
    expect(states()).toEqual(['a uploading', 'c uploading', 'd waiting']);
  });

  it('one that failed stays, lets the others go on, and is tried again under the same key', async () => {
    addAll('a', 'b', 'c');
    sent[0]?.end(new Error('away'));
    await settled();
    expect(states()).toEqual(['a failed', 'b uploading', 'c uploading']);
    expect(uploads.snapshot()[0]?.error).toEqual(new Error('away'));
    uploads.again(uploads.snapshot()[0]?.id ?? 0);
    expect(states()).toEqual(['a waiting', 'b uploading', 'c uploading']);
    sent[1]?.end();
    await settled();
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'a']);
    expect(sent[3]?.key).toBe(sent[0]?.key);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  it('what somebody gave is not sent by whoever signs in next', async () => {
    addAll('a', 'b', 'c');
    owner = 'usr_2';
    sent[0]?.end();
    await settled();
    expect(states()).toEqual(['b uploading']);
    owner = undefined;
    addAll('d');
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('one is left out unless it is under way, and whoever looks is told', async () => {
    let changes = 0;
    const stop = uploads.subscribe(() => {
      changes += 1;
    });
    addAll('a', 'b', 'c');
    for (const { id } of uploads.snapshot()) uploads.leave(id);
    expect(states()).toEqual(['a uploading', 'b uploading']);
    const before = changes;
    expect(before).toBeGreaterThan(0);
    stop();
    addAll('d');
    expect(changes).toBe(before);
  });
});
