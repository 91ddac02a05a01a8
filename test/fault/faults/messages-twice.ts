import { Client } from 'pg';
import { START } from '#libs/ports/event-store/position.js';
import type { Role } from '../cluster/node.js';
import type { Fault, FaultFixture } from './fault.js';

/** Kills every node of these roles, and executes the statements before their supervisor starts them again. */
const whileDead = async ({ cluster }: FaultFixture, roles: readonly Role[], statements: string[]): Promise<string> => {
  const client = new Client({ connectionString: cluster.settings.DATABASE_URL });
  await client.connect();
  let rows = 0;
  try {
    const dead = await Promise.all(cluster.nodes.filter(({ role }) => roles.includes(role)).map((node) => node.kill()));
    for (const statement of statements) rows += (await client.query(statement)).rowCount ?? 0;
    await Promise.all(dead.map(({ untilBack }) => untilBack()));
  } finally {
    await client.end();
  }
  if (rows === 0) throw new Error('there was no place to set back');
  return `${rows} places set back`;
};

const setRelayBack = `update message_bus.kafka_relay set position = '${START}'`;
const forgetPlaces = 'delete from message_bus.kafka_partition';

export const messagesTwice: readonly Fault[] = [
  {
    // The relay starts at the beginning of the log: the groups drop the messages that they have passed.
    name: 'published-twice',
    strike: (fixture) => whileDead(fixture, ['projector'], [setRelayBack]),
  },
  {
    // The groups have lost their offsets too: every handler gets every message again.
    name: 'delivered-twice',
    strike: (fixture) => whileDead(fixture, ['projector', 'worker'], [setRelayBack, forgetPlaces]),
  },
];
