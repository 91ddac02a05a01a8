import { beforeAll, describe, expect, it } from 'vitest';
import { Browsers, password } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { behindProxy, sharedService } from './shared-service.js';

const attackersPassword = 'the password of the attacker';
const guess = 'a guess at the password';

describe('an address that users of several organizations have, seen from outside', () => {
  let victims: Browsers;
  let attackers: Browsers;
  let attackersOrganization: string;
  let networks = 0;

  /** Signs in from a network of its own, so that counts of networks play no part. */
  const signIn = (email: string, secret: string, organizationId?: string) => {
    networks += 1;
    return victims.send('POST', '/v1/auth/login', {
      headers: { 'x-forwarded-for': `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}` },
      body: { email, password: secret, organization_id: organizationId },
    });
  };
  const taken = async (email: string) => {
    const { token } = await attackers.invite(email, 'developer');
    expect((await attackers.accept(token, attackersPassword)).status).toBe(200);
  };
  const refusedOf = async (browsers: Browsers) => (await browsers.acts()).filter((act) => act.includes('denied'));

  beforeAll(async () => {
    const service = await sharedService(behindProxy);
    const create = ['organization', 'create', '--name', 'Attackers', '--tier', 'max'];
    const created = await commandLine<{ organization_id: string; api_key: string }>(service, ...create);
    victims = new Browsers(service);
    attackers = new Browsers(service.as(created.api_key));
    attackersOrganization = created.organization_id;
  });

  it('whoever invites an address changes nothing for its user, and is not told that there is one', async () => {
    const known = 'known@victim.example';
    const unknown = 'unknown@victim.example';
    const user = await victims.newUser(known, 'owner');
    for (const email of [known, unknown]) await taken(email);
    expect(await signIn(known, password)).toMatchObject({ status: 200, data: { user: { id: user.id } } });
    for (const email of [known, unknown]) {
      const before = (await refusedOf(attackers)).length;
      expect(await signIn(email, attackersPassword)).toMatchObject({ status: 200, data: { user: { email } } });
      expect(await signIn(email, guess)).toMatchObject({ status: 401, error: { code: 'invalid_credentials' } });
      expect((await refusedOf(attackers)).length).toBe(before + 1);
    }
    // The attempt stands in the log of each organization that it was on.
    expect(await refusedOf(victims)).toEqual([`user_login denied ${user.accountId}`]);
  });

  it('an account locks, whatever succeeds at another of the same address', async () => {
    const email = 'locked@victim.example';
    const { data } = await victims.asKey('GET', '/v1/organization');
    await victims.newUser(email, 'owner');
    await taken(email);
    const fiveGuesses = async () => {
      for (let count = 0; count < 5; count += 1) expect((await signIn(email, guess, data.id)).status).toBe(401);
      expect((await signIn(email, attackersPassword, attackersOrganization)).status).toBe(200);
    };
    const guesses = async () => {
      await fiveGuesses();
      await fiveGuesses();
      return (await signIn(email, password, data.id)).status;
    };
    await eventually(guesses, (status) => status === 401, 30_000);
    await eventually(
      () => signIn(email, password, data.id),
      ({ status }) => status === 200,
    );
  });
});
