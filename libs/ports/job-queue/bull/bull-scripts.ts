/*
 * Scripts on the keys of Bull for what it has no call for. `KEYS[1]` is the queue's prefix with `:` at its end;
 * Bull's own scripts build names from it as well.
 */

/** Takes the job from its worker; answers 0 and changes nothing when it is no longer the worker's. */
const release = `
local prefix, id, token = KEYS[1], ARGV[1], ARGV[2]
local job = prefix .. id
if redis.call('GET', job .. ':lock') ~= token or redis.call('LREM', prefix .. 'active', -1, id) == 0 then return 0 end
redis.call('DEL', job .. ':lock')
redis.call('SREM', prefix .. 'stalled', id)
`;

const freeKey = `
local key = redis.call('HGET', job, 'deid')
if key and redis.call('GET', prefix .. 'de:' .. key) == id then redis.call('DEL', prefix .. 'de:' .. key) end
`;

/** To the head of the line. */
export const handBackScript = `${release}
redis.call('RPUSH', prefix .. 'wait', id)
return 1`;

/** Hands back all that the worker `ARGV[1]` took, save the jobs `ARGV[2]` and on. */
export const handBackOthersScript = `
local prefix, token = KEYS[1], ARGV[1]
local known = {}
for n = 2, #ARGV do known[ARGV[n]] = true end
for _, id in ipairs(redis.call('LRANGE', prefix .. 'active', 0, -1)) do
  local lock = prefix .. id .. ':lock'
  if not known[id] and redis.call('GET', lock) == token then
    redis.call('LREM', prefix .. 'active', -1, id)
    redis.call('DEL', lock)
    redis.call('SREM', prefix .. 'stalled', id)
    redis.call('RPUSH', prefix .. 'wait', id)
  end
end`;

/** `ARGV[3]`: when it is due, as a score of Bull's: milliseconds since 1970 times 4,096. */
export const tryLaterScript = `${release}
redis.call('HINCRBY', job, 'attemptsMade', 1)
redis.call('ZADD', prefix .. 'delayed', ARGV[3], id)
return 1`;

/** `ARGV[3]`: milliseconds that its id stays taken. */
export const completeScript = `${release}${freeKey}
if tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', job, ARGV[3]) else redis.call('DEL', job) end
return 1`;

/** `ARGV[3]`: now; `ARGV[4]`: failed jobs older than this go; `ARGV[5]`: and those beyond this number. */
export const keepAsFailedScript = `${release}${freeKey}
redis.call('HINCRBY', job, 'attemptsMade', 1)
redis.call('HSET', job, 'finishedOn', ARGV[3], 'failedReason', 'All tries have failed')
redis.call('ZADD', prefix .. 'failed', ARGV[3], id)
local function drop(ids)
  for _, old in ipairs(ids) do
    redis.call('ZREM', prefix .. 'failed', old)
    redis.call('DEL', prefix .. old)
  end
end
drop(redis.call('ZRANGEBYSCORE', prefix .. 'failed', '-inf', ARGV[4], 'LIMIT', 0, 1000))
drop(redis.call('ZRANGE', prefix .. 'failed', 0, -1 - ARGV[5]))
return 1`;

/** Removes the job with the key `ARGV[1]`, whatever becomes of it just then. */
export const cancelScript = `
local prefix = KEYS[1]
local key = prefix .. 'de:' .. ARGV[1]
local id = redis.call('GET', key)
if not id then return 0 end
for _, list in ipairs({ 'active', 'wait', 'paused' }) do redis.call('LREM', prefix .. list, 0, id) end
redis.call('ZREM', prefix .. 'delayed', id)
redis.call('SREM', prefix .. 'stalled', id)
redis.call('DEL', key, prefix .. id, prefix .. id .. ':lock')
return 1`;
