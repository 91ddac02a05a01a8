import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, isErrorCode, statusOf } from './error-catalogue.js';
import { Rejection } from './rejection.js';

const codes = Object.keys(errorCatalogue).filter(isErrorCode);

describe('the user documentation', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .map(
      (line) => /^\| `(?<code>[a-z_]+)` \| (?<statuses>[\d, ]+) \| (?<when>.+) \| (?<advice>.+) \|$/.exec(line)?.groups,
    )
    .filter((row) => row !== undefined);

  it('the documentation has exactly the codes and statuses of the catalogue, in its order', () =>
    expect(rows.map(({ code, statuses = '' }) => [code, statuses.split(', ').map(Number)])).toEqual(
      codes.map((code) => [code, [...errorCatalogue[code].statuses]]),
    ));

  it('the documentation says of each code when it comes and what to do', () => {
    for (const { code, when = '', advice = '' } of rows) {
      expect({ code, isSaid: when.trim().endsWith('.') && advice.trim().endsWith('.') }).toEqual({
        code,
        isSaid: true,
      });
    }
  });

  it('the documentation says what each status of a code means, where the code has several', () => {
    for (const { when = '', statuses = '' } of rows) {
      const several = statuses.split(', ');
      if (several.length > 1) for (const status of several) expect(when).toContain(`${status}:`);
    }
  });
});

describe('the catalogue', () => {
  it.each(codes)('the statuses of %s are those of errors, each once', (code) => {
    const { statuses } = errorCatalogue[code];
    expect(new Set(statuses).size).toBe(statuses.length);
    for (const status of statuses) expect(status >= 400 && status <= 503).toBe(true);
    expect(statusOf(code)).toBe(statuses[0]);
  });

  it.each(codes)('the message of %s is a sentence for people', (code) =>
    expect(errorCatalogue[code].message).toMatch(/^[A-Z].*\.$/),
  );

  it.each(['toString', '__proto__', 'constructor', 'INVALID_REQUEST', ''])('the string %j is no error code', (name) =>
    expect(isErrorCode(name)).toBe(false),
  );
});

describe('a rejection', () => {
  it('a rejection has the status and message of the catalogue unless it states its own', () => {
    expect(new Rejection('conflict')).toMatchObject({
      code: 'conflict',
      status: 409,
      message: errorCatalogue.conflict.message,
      details: undefined,
      retryAfter: undefined,
    });
    const options = { message: 'Not now.', status: 415, details: { a: 1 }, retryAfter: 3 };
    expect(new Rejection('invalid_request', options)).toMatchObject(options);
  });
});
