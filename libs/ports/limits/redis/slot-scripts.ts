import { RedisScript } from './redis-script.js';

/**
 * KEYS[1]: number of slots of a key that each node has; KEYS[2]: time until which each node counts as alive. ARGV:
 * node, its lifetime.
 */
const preamble = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function lives(node) return tonumber(redis.call('ZSCORE', KEYS[2], node) or 0) > now end
local function live()
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[2]), ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
end
local function keep() redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2]) end
`;

/** ARGV further: limit. Returns: 1 taken, 0 refused. Slots of dead nodes are free. */
export const takeSlot = new RedisScript(`${preamble}
if not lives(ARGV[1]) then live() end
local fields, used = redis.call('HGETALL', KEYS[1]), 0
for i = 1, #fields, 2 do
  if lives(fields[i]) then used = used + fields[i + 1] else redis.call('HDEL', KEYS[1], fields[i]) end
end
if used >= tonumber(ARGV[3]) then return {0} end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
keep()
return {1}
`);

/** ARGV further: change of the node's number of slots. Returns the new number. */
export const changeSlots = new RedisScript(`${preamble}
local left = redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[3])
if left <= 0 then redis.call('HDEL', KEYS[1], ARGV[1]) else keep() end
return {left}
`);

/** ARGV further: the node's number of slots. Returns 1. */
export const setSlots = new RedisScript(`${preamble}
live()
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
keep()
return {1}
`);

/** Heartbeat of the node that has slots of this key. Returns 1. */
export const keepSlots = new RedisScript(`${preamble}
live()
keep()
return {1}
`);
