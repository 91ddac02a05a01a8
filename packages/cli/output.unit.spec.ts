import { expect, it } from 'vitest';
import { Output } from './output.js';

const said = (env: Record<string, string>, isTTY: boolean): string => {
  const written: string[] = [];
  const sink = { isTTY, write: (bytes: string | Uint8Array) => written.push(String(bytes)) > 0, once: () => undefined };
  new Output({ stdout: sink, stderr: sink, env, now: Date.now }, false).fail({ exit: 'network', message: 'Away.' });
  return written.join('');
};

it('colours are for a terminal whose owner wants them', () => {
  expect(said({}, true)).toContain('\u001b[31m');
  for (const [env, isTTY] of [
    [{ NO_COLOR: '1' }, true],
    [{ TERM: 'dumb' }, true],
    [{}, false],
  ] as const)
    expect(said(env, isTTY)).toBe('✗ Away.\n  The same command may succeed later.\n');
});
