import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Io } from './io.js';
import { readSecret } from './secret-input.js';

/** A terminal, in which modes and what is shown are seen. */
const terminal = () => {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const shown: string[] = [];
  const stderr = {
    isTTY: true,
    write: (text: string | Uint8Array) => shown.push(String(text)) > 0,
    once: () => undefined,
  };
  const end = new AbortController();
  const io = { stdin, stderr, signal: end.signal } as unknown as Io;
  return { io, stdin, modes, shown, end };
};

describe('a key that is typed', () => {
  it('it ends with the line, is mended by backspace, and is shown nowhere', async () => {
    const { io, stdin, modes, shown } = terminal();
    const read = readSecret(io, 'Key: ');
    stdin.write('tl_lx');
    stdin.write('\u007five_1\rrest');
    expect(await read).toBe('tl_live_1');
    expect([modes, shown]).toEqual([
      [true, false],
      ['Key: ', '\n'],
    ]);
  });

  it('an interruption ends it, and gives the terminal back', async () => {
    const { io, stdin, modes } = terminal();
    const read = readSecret(io, 'Key: ');
    stdin.write('tl\u0003');
    await expect(read).rejects.toThrow('Interrupted');
    expect(modes).toEqual([true, false]);
  });

  it('a signal ends it too', async () => {
    const { io, modes, end } = terminal();
    const read = readSecret(io, 'Key: ');
    end.abort(new Error('SIGTERM'));
    await expect(read).rejects.toThrow('SIGTERM');
    expect(modes).toEqual([true, false]);
  });
});
