import { RedisScript } from './redis-script.js';

/**
 * A key's amounts: KEYS[1] the sum, KEYS[2] the open reservations as `id:amount` by the time when their owner must
 * have died; KEYS[3] the number of recounts; KEYS[4] the open
 * reservation of each execution that is named, whose id is `name/…`. An amount that is added without a reservation leaves `id:0` there for
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
  redis.call('PEXPIRE', KEYS[4], lifetime)
end
local function amount_of(member) return tonumber(string.match(member, ':(%d+)$')) end
local function open_of(name)
  local member = redis.call('HGET', KEYS[4], name)
  return member and redis.call('ZSCORE', KEYS[2], member) and member
end
local function close(member)
  if redis.call('ZREM', KEYS[2], member) == 0 then return false end
  local name = string.match(member, '^(.*)/')
  if name and redis.call('HGET', KEYS[4], name) == member then redis.call('HDEL', KEYS[4], name) end
  return true
end
`;

/**
 * ARGV: amount, limit, id, lease, lifetime, whether an unknown key is to be left unchanged, the name of the execution
 * or nothing. Returns: 1 reserved, 0 refused, -1 unknown; the sum.
 */
export const reserveAmount = new RedisScript(`${preamble}
local amount, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 100)) do
  redis.call('DECRBY', KEYS[1], whole(amount_of(member)))
  close(member)
end
local known = redis.call('GET', KEYS[1])
if not known and ARGV[6] == '1' then return {-1, 0} end
local used = tonumber(known or 0)
local earlier = ARGV[7] ~= '' and open_of(ARGV[7])
local more = amount
if earlier then more = amount - amount_of(earlier) end
if limit > 0 and used + more > limit and not (earlier and more <= 0) then return {0, used} end
if earlier then close(earlier) end
local member = ARGV[3] .. ':' .. ARGV[1]
redis.call('INCRBY', KEYS[1], whole(more))
redis.call('ZADD', KEYS[2], whole(now + ARGV[4]), member)
if ARGV[7] ~= '' then redis.call('HSET', KEYS[4], ARGV[7], member) end
keep(ARGV[5])
return {1, used + more}
`);

/**
 * ARGV: reserved, actual, id, lease, lifetime, whether to add where there is no reservation, and to leave an unknown
 * key unchanged. Returns the same as `reserveAmount`.
 */
export const settleAmount = new RedisScript(`${preamble}
if ARGV[7] == '1' and redis.call('EXISTS', KEYS[1]) == 0 then return {-1, 0} end
if close(ARGV[3] .. ':' .. ARGV[1]) then
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
  settled = settled - amount_of(member)
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

/** ARGV: the name of an execution. Returns the amount that is reserved under it. */
export const reservedAmount = new RedisScript(`${preamble}
local member = open_of(ARGV[1])
return {member and amount_of(member) or 0}
`);
