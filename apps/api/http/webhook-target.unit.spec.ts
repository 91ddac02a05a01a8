import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertWebhookSecret } from './webhook-target.js';

const ofBytes = (count: number): string => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;
const faultOf = (secret: string): unknown => {
  try {
    assertWebhookSecret('secret', secret);
    return undefined;
  } catch (error) {
    return error instanceof Rejection ? [error.code, error.details] : error;
  }
};

describe('the secret of a webhook', () => {
  it.each([ofBytes(24), ofBytes(64), 'x'.repeat(24), '\u00e9'.repeat(12)])(
    'has 24 bytes at least, counted behind the base64: %s',
    (secret) => expect(faultOf(secret)).toBeUndefined(),
  );

  it.each([ofBytes(23), ofBytes(1), 'whsec_YQ==', 'x', 'x'.repeat(23), '\u00e9'.repeat(11)])(
    'is refused where it is shorter, with what is asked: %s',
    (secret) =>
      expect(faultOf(secret)).toEqual(['invalid_request', { secret: [expect.stringContaining('at least 24 bytes')] }]),
  );

  it.each(['whsec_', 'whsec_!!'])('is refused where nobody could verify with it: %s', (secret) =>
    expect(faultOf(secret)).toEqual(['invalid_request', { secret: ['must be base64 behind whsec_'] }]),
  );
});
