import { describe, expect, it } from 'vitest';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Ports } from '#test/handler/handler-specification.js';
import { Command } from './commands.js';
import { directCommands } from './direct-commands.js';
import { operatorMetadata } from './operator-metadata.js';
import { CreateOrganization } from './organizations/create-organization.handler.js';
import { SuspendOrganization } from './organizations/suspend-organization.handler.js';

class Unheard extends Command<void> {}

const portsOf = ({ eventStore, subjectKeys, keyVault, accounts }: Ports) =>
  [
    [EVENT_STORE, eventStore],
    [SUBJECT_KEYS, subjectKeys],
    [KEY_VAULT, keyVault],
    [ACCOUNTS, accounts],
  ] as const;

describe('commands without a framework', () => {
  it('a command gets to its handler, whose result comes back, and so does one that the handler passes on', async () => {
    const ports = new Ports();
    const commands = directCommands(portsOf(ports));
    const metadata = await operatorMetadata(ports.subjectKeys, 'org_1', 'a test');
    const { key } = await commands.execute(new CreateOrganization({ name: 'Acme', tier: 'pro' }, metadata));
    expect(key).toMatch(/^tl_/);
    await commands.execute(new SuspendOrganization(metadata));
    const types = ports.eventStore.events.map(({ type }) => type);
    expect(types).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated', 'OrganizationSuspended']);
  });

  it('a command without a handler is refused', async () => {
    const commands = directCommands(portsOf(new Ports()));
    await expect(commands.execute(new Unheard())).rejects.toThrow('There is no handler of Unheard');
  });

  it('a handler without one of its ports says which', async () => {
    const ports = new Ports();
    const commands = directCommands(portsOf(ports).slice(1));
    const metadata = await operatorMetadata(ports.subjectKeys, 'org_1', 'a test');
    await expect(commands.execute(new SuspendOrganization(metadata))).rejects.toThrow('There is no EventStore');
  });
});
