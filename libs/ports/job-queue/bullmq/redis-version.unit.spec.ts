import { expect, it } from 'vitest';
import { OldRedisError, requireVersion } from './redis-version.js';

const serverOf = (info: string | Error) => ({
  info: () => (info instanceof Error ? Promise.reject(info) : Promise.resolve(info)),
});

it.each(['5.0.14', '6.0.16', '2.8'])('Redis %s is too old, which its error says in one line', async (version) => {
  const required = requireVersion(serverOf(`# Server\r\nredis_version:${version}\r\nos:Linux\r\n`), 'redis:6379');
  await expect(required).rejects.toThrow(OldRedisError);
  await expect(required).rejects.toThrow(`redis:6379 is of version ${version}, which is too old: 6.2 is the oldest`);
});

it.each([
  'redis_version:6.2.0',
  'redis_version:7.0.15',
  'redis_version:10.0.0',
  'redis_version:unknown',
  'server_name:other',
  new Error('NOPERM'),
])('a server that is new enough, or does not say, is taken: %s', async (info) => {
  await expect(requireVersion(serverOf(info), 'redis:6379')).resolves.toBeUndefined();
});
