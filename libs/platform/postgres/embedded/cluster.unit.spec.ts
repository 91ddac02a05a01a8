import { expect, it } from 'vitest';
import { causeOf, faultOf } from './cluster.js';

it('of what a program of PostgreSQL says at its end the reason and the hint are told', () => {
  const said = [
    '2026-11-23 22:38:21.290 UTC [7197] FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes',
    '2026-11-23 22:38:21.290 UTC [7197] HINT:  Check free disk space.',
    '2026-11-23 22:38:21.290 UTC [7197] PANIC:  cannot abort transaction 1, it was already committed',
    'child process exited with exit code 134',
  ];
  expect(faultOf(said.join('\n'))).toBe(
    'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes; Check free disk space.',
  );
  expect(faultOf('initdb: error: could not create directory "/a": No space left on device\n')).toBe(
    'could not create directory "/a": No space left on device',
  );
  expect(faultOf('Segmentation fault\n')).toBe('Segmentation fault');
});

it.each([
  [{ stderr: 'initdb: error: no space\n', signal: null, code: 1 }, 'no space'],
  [{ stderr: '', signal: 'SIGTERM', code: null }, 'it said nothing and ended by SIGTERM'],
  [{ stderr: '', signal: null, code: 127 }, 'it said nothing and ended by exit code 127'],
  [new Error('spawn EAGAIN'), 'Error: spawn EAGAIN'],
])('a program that failed has a cause: %j', (error, cause) => expect(causeOf(error)).toBe(cause));
