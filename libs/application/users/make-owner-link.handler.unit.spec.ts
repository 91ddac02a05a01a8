import { describe, expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { MakeOwnerLink, MakeOwnerLinkHandler } from './make-owner-link.handler.js';
import { accountIdOfOwner, ownerOfLink } from './owner-links.js';
import { hashToken } from './secret-tokens.js';

const { given } = handlerSpecification(({ eventStore }) => new MakeOwnerLinkHandler(eventStore));
const make = new MakeOwnerLink('sub_of_owner', uploaderMetadata);
const accountId = accountIdOfOwner('sub_of_owner');

describe('making the link of an owner', () => {
  it('the link holds for fifteen minutes, and its token is in no event', async () => {
    const { result, ports } = await given()
      .when(make)
      .then({ type: 'OwnerLinkMade', data: { accountId, subject: 'sub_of_owner', linkExpiresAt: expect.any(String) } });
    expect(Date.parse(result.expiresAt) - Date.parse(uploaderMetadata.occurredAt)).toBe(15 * 60_000);
    expect(JSON.stringify(ports.eventStore.events)).not.toContain(result.token.split('.')[1]);
    const found = await ownerOfLink(ports.eventStore, result.token);
    expect(found).toMatchObject({ owner: { accountId, subject: 'sub_of_owner' } });
    expect(found?.proof).toBe(found?.owner.linkHash);
  });

  it('the next link is of the same account, and takes the place of the last one', async () => {
    const first = { linkHash: hashToken('first'), linkExpiresAt: '2099-01-01T00:00:00.000Z', madeAt: 'then' };
    const of = { organizationId: uploaderMetadata.organizationId, accountId, subject: 'sub_of_owner' };
    const { ports } = await given(stream(user, accountId, { type: 'OwnerLinkMade', data: { ...of, ...first } }))
      .when(make)
      .then({ type: 'OwnerLinkMade', data: { accountId } });
    const token = `${accountId.slice('acc_'.length)}.first`;
    const found = await ownerOfLink(ports.eventStore, token);
    expect(found?.proof).not.toBe(found?.owner.linkHash);
  });

  it('an owner who has signed up gets no link', async () => {
    const of = { organizationId: uploaderMetadata.organizationId, accountId, subject: 'sub_of_owner' };
    const link = { linkHash: 'hash', linkExpiresAt: '2099-01-01T00:00:00.000Z', madeAt: 'then' };
    const signedUp = {
      generation: 1,
      sealedUser: 's',
      role: 'owner',
      credentialId: 'cred_1',
      signedUpAt: 'then',
    } as const;
    const events = stream(
      user,
      accountId,
      { type: 'OwnerLinkMade', data: { ...of, ...link } },
      { type: 'OwnerSignedUp', data: { ...of, ...signedUp } },
    );
    await given(events).when(make).thenRejected('conflict');
  });
});
