import { expect, it } from 'vitest';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { endpointAt, forgetEndpoint, keepEndpoint, secretsInForce } from './webhook-endpoint.js';

const endpoint = {
  url: 'https://receiver.example.com/hook',
  secret: 'new',
  previous: { secret: 'old', validUntil: '2026-11-22T08:00:00.000Z' },
};

it.each([
  ['2026-11-22T07:59:59.999Z', ['new', 'old']],
  ['2026-11-22T08:00:00.000Z', ['new']],
])('at %s the secrets that sign are %j', (now, secrets) => expect(secretsInForce(endpoint, now)).toEqual(secrets));

it('one secret signs where none was rotated', () =>
  expect(secretsInForce({ ...endpoint, previous: null }, '2026-11-22T07:00:00.000Z')).toEqual(['new']));

it('an endpoint is kept until it is forgotten', async () => {
  const secrets = new InMemoryKeyVault();
  await keepEndpoint(secrets, 'ref_1', endpoint, 'org_1');
  expect(await endpointAt(secrets, 'ref_1')).toEqual(endpoint);
  await forgetEndpoint(secrets, 'ref_1');
  expect(await endpointAt(secrets, 'ref_1')).toBeUndefined();
});
