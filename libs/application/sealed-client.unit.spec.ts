import { describe, expect, it } from 'vitest';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { sealClient, sealUser } from './sealed-client.js';

const organizationId = 'org_1';
const given = async () => {
  const subjectKeys = new InMemorySubjectKeys();
  const subject = await subjectKeys.subjectFor(organizationId, 'usr_1');
  const client = { organizationId, subject, userId: 'usr_1', address: '203.0.113.9', userAgent: 'curl/8' };
  return { subjectKeys, subject, client };
};

describe('a sealed client', () => {
  it('address and agent open with the keys of the user and of the address, and with neither alone', async () => {
    const { subjectKeys, subject, client } = await given();
    const { addressSubject, sealedClient } = await sealClient(subjectKeys, client);
    const inner = String((await subjectKeys.open(subject, sealedClient))?.inner);
    expect(await subjectKeys.open(addressSubject, inner)).toMatchObject({ ip_address: '203.0.113.9' });
    await eraseSubject(subjectKeys, organizationId, '203.0.113.9', 'ip_address');
    expect(await subjectKeys.open(subject, sealedClient)).toMatchObject({ user_id: 'usr_1' });
    expect(await subjectKeys.open(addressSubject, inner)).toBeNull();
  });

  it('an address has one reference in an organization, and another in each', async () => {
    const { subjectKeys, client } = await given();
    const first = await sealClient(subjectKeys, client);
    const other = { ...client, organizationId: 'org_2' };
    expect((await sealClient(subjectKeys, client)).addressSubject).toBe(first.addressSubject);
    expect((await sealClient(subjectKeys, other)).addressSubject).not.toBe(first.addressSubject);
  });

  it('an address that was erased a moment ago gets a new reference', async () => {
    const { subjectKeys, client } = await given();
    const before = await sealClient(subjectKeys, client);
    await eraseSubject(subjectKeys, organizationId, client.address, 'ip_address');
    const asked = [before.addressSubject];
    const stale = {
      subjectFor: async (...of: Parameters<InMemorySubjectKeys['subjectFor']>) =>
        asked.pop() ?? subjectKeys.subjectFor(...of),
      sealPersonal: subjectKeys.sealPersonal.bind(subjectKeys),
    };
    expect((await sealClient(stale, client)).addressSubject).not.toBe(before.addressSubject);
  });

  it('of a user that was erased nothing is sealed: the caller is nobody in particular', async () => {
    const { subjectKeys, client } = await given();
    await eraseSubject(subjectKeys, organizationId, 'usr_1');
    const { subject, sealedClient } = await sealClient(subjectKeys, client);
    expect(subject).not.toBe(client.subject);
    expect(await subjectKeys.open(subject, sealedClient)).toMatchObject({ user_id: '[erased]' });
    expect(await subjectKeys.find(organizationId, 'usr_1')).toBeUndefined();
  });
});

describe('a sealed user', () => {
  it('of a user alone nothing but the user is sealed, and committed to', async () => {
    const { subjectKeys, subject, client } = await given();
    const sealed = await sealUser(subjectKeys, client);
    expect(sealed).toEqual({ subject, sealedClient: expect.any(String), commitments: { user_id: expect.any(String) } });
    expect(await subjectKeys.open(subject, sealed.sealedClient)).toEqual({
      user_id: 'usr_1',
      salts: expect.anything(),
    });
  });

  it('of a user alone who was erased nothing is sealed', async () => {
    const { subjectKeys, client } = await given();
    await eraseSubject(subjectKeys, organizationId, 'usr_1');
    const { subject, sealedClient } = await sealUser(subjectKeys, client);
    expect(await subjectKeys.open(subject, sealedClient)).toMatchObject({ user_id: '[erased]' });
  });
});
