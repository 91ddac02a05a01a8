import type { Position } from '../event-store/position.js';
import type { SharedRedis } from '../limits/redis/shared-redis.js';
import { type LogReach, wordHoldsMs } from './log-reach.port.js';

/** Positions are texts that sort as they compare. */
const announce = `
local furthest = redis.call('GET', KEYS[1])
if furthest and furthest > ARGV[1] then return furthest end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`;

/** The nodes' words in the Redis that they share; takes the connection over. */
export const createRedisLogReach = (redis: SharedRedis): LogReach => ({
  announce: async (position) =>
    (await redis.run((client) => client.eval(announce, 1, redis.keyOf('furthest'), position, wordHoldsMs))) as Position,
  close: () => redis.close(),
});
