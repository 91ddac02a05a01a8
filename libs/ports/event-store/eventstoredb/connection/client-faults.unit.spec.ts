import { AccessDeniedError, UnavailableError } from '@eventstore/db-client';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { isPlainError } from '#libs/platform/errors/plain-error.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import { SilenceError } from '../log/stream-items.js';
import { describeFault, toLogFault, toUnavailable } from './client-faults.js';

const failed = (code: status, details = 'details of the server'): ServiceError =>
  Object.assign(new Error(details), { code, details, metadata: new Metadata() });

describe('a fault of the event store in the log of the process', () => {
  it.each<[string, unknown, RegExp]>([
    ['silence', new SilenceError(2_000), /nothing came for 2000 ms$/],
    ['a server that is away', new UnavailableError(failed(status.UNAVAILABLE)), /away, or not ready$/],
    ['a wrong password', new AccessDeniedError(failed(status.UNAUTHENTICATED)), /user or password is wrong$/],
    ['a missing right', new AccessDeniedError(failed(status.PERMISSION_DENIED)), /lacks the right$/],
    ['another status', failed(status.RESOURCE_EXHAUSTED), /the status 8$/],
    ['no leader', new Error('Failed to discover after 3 attempts.'), /no node can be reached that leads$/],
    ['a broken connection', new Error('what a library says'), /the connection broke$/],
  ])('says that it is %s, in words of our own', (_, error, words) => {
    for (const one of [error, toUnavailable(error)]) {
      const fault = toLogFault('The log is not read', one);
      expect(fault.message).toMatch(words);
      expect(fault.message).not.toMatch(/details of the server|what a library says/);
      expect([isPlainError(fault), causeOf(fault)]).toEqual([
        true,
        expect.objectContaining({ message: fault.message }),
      ]);
    }
  });

  it('tells a wrong password from a missing right where a call fails too', () => {
    expect(describeFault(failed(status.UNAUTHENTICATED))).toMatch(/password is wrong/);
    expect(toUnavailable(new AccessDeniedError(failed(status.PERMISSION_DENIED))).message).toMatch(/lacks the right/);
  });
});
