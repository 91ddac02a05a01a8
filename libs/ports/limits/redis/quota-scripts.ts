import { RedisScript } from './redis-script.js';

/**
 * A key's amounts: KEYS[1] the sum, KEYS[2] the open reservations as `id:amount` by the time when their owner must
 * have died; KEYS[3] the number of recounts. An amount that is added without a reservation leaves `id:0` there for
 * the same time, so that sending it twice adds it once.
 */
const preamble = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
local function keep(lifetime)
  redis.call('PEXPIRE', KEYS[1], lifetime)
  redis.call('PEXPIRE', KEYS[2], lifetime)
  redis.call('PEXPIRE', KEYS[3], lifetime)
end
`;

/**
 * ARGV: amount, limit, id, lease, lifetime, whether an unknown key is to be left unchanged. Returns: 1 reserved, 0
 * refused, -1 unknown; the sum.
 */
export const reserveAmount = new RedisScript(`${preamble}
local amount, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 100)) do
  redis.call('DECRBY', KEYS[1], string.match(member, ':(%d+)$'))
  redis.call('ZREM', KEYS[2], member)
end
local known = redis.call('GET', KEYS[1])
if not known and ARGV[6] == '1' then return {-1, 0} end
local used = tonumber(known or 0)
if limit > 0 and used + amount > limit then return {0, used} end
redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[2], whole(now + ARGV[4]), ARGV[3] .. ':' .. ARGV[1])
keep(ARGV[5])
return {1, used + amount}
`);

/**
 * ARGV: reserved, actual, id, lease, lifetime, whether to add where there is no reservation, and to leave an unknown
 * key unchanged. Returns the same as `reserveAmount`.
 */
export const settleAmount = new RedisScript(`${preamble}
if ARGV[7] == '1' and redis.call('EXISTS', KEYS[1]) == 0 then return {-1, 0} end
if redis.call('ZREM', KEYS[2], ARGV[3] .. ':' .. ARGV[1]) == 1 then
  redis.call('INCRBY', KEYS[1], whole(ARGV[2] - ARGV[1]))
elseif ARGV[6] == '1' and redis.call('ZADD', KEYS[2], 'NX', whole(now + ARGV[4]), ARGV[3] .. ':0') == 1 then
  redis.call('INCRBY', KEYS[1], ARGV[2])
end
keep(ARGV[5])
return {1, tonumber(redis.call('GET', KEYS[1]) or 0)}
`);

/** ARGV: the least amount used, lifetime. Returns: 1; the sum. */
export const raiseAmount = new RedisScript(`${preamble}
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], whole(used))
keep(ARGV[2])
return {1, used}
`);

/** No ARGV. Returns: 1, or -1 for unknown; the settled amount; the number of recounts. */
export const settledAmount = new RedisScript(`${preamble}
local known = redis.call('GET', KEYS[1])
if not known then return {-1, 0, 0} end
local settled = tonumber(known)
for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  settled = settled - tonumber(string.match(member, ':(%d+)$'))
end
return {1, settled, tonumber(redis.call('GET', KEYS[3]) or 0)}
`);

/** ARGV: the amount to add, the number of recounts for which that is right, lifetime. Returns: 1; the sum. */
export const correctAmount = new RedisScript(`${preamble}
if tonumber(redis.call('GET', KEYS[3]) or 0) == tonumber(ARGV[2]) and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('INCRBY', KEYS[1], ARGV[1])
  redis.call('INCR', KEYS[3])
  keep(ARGV[3])
end
return {1, tonumber(redis.call('GET', KEYS[1]) or 0)}
`);
