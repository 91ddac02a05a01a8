import type { RateLimiter, WindowState } from '../limits.port.js';
import { assertLimit, MemoryRateLimiter } from '../memory/memory-rate-limiter.js';
import { ringLength, slotsPerWindow } from '../memory/sliding-window.js';
import { RedisScript } from './redis-script.js';
import { assertNodes, type SharedRedis } from './shared-redis.js';

export interface RedisRateLimiterOptions {
  redis: SharedRedis;
  /** Number of nodes that share the limits: while Redis is unavailable, each allows its share of a limit. */
  nodes: number;
}

/**
 * The window of `memory/sliding-window.ts` as a hash of slot numbers and counts, at most 61 fields. Where the caller
 * gives no time, the server's clock counts: those of the nodes differ. A slot that is more than a window ahead was
 * written before the clock was set back, and is forgotten.
 */
const takeFromWindow = new RedisScript(`
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local slot = math.floor(now * ${slotsPerWindow} / window)
local fields = redis.call('HGETALL', KEYS[1])
local newest = slot
for i = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[i])) end
if newest > slot + ${slotsPerWindow} then
  redis.call('DEL', KEYS[1])
  fields = {}
else
  slot = newest
end
local first = slot - ${slotsPerWindow}
local counts, used, lastUsed = {}, 0, -1
for i = 1, #fields, 2 do
  local number, count = tonumber(fields[i]), tonumber(fields[i + 1])
  if number < first then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    counts[number] = count
    used = used + count
    lastUsed = math.max(lastUsed, number)
  end
end
local allowed = 0
if used < limit then
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', slot), 1)
  redis.call('PEXPIRE', KEYS[1], math.ceil(window * ${ringLength + 1} / ${slotsPerWindow}))
  counts[slot] = (counts[slot] or 0) + 1
  used, lastUsed, allowed = used + 1, slot, 1
end
local makesRoom, left = -1, used
for number = first, slot do
  if left < limit then break end
  left = left - (counts[number] or 0)
  makesRoom = number
end
return {allowed, used, lastUsed, makesRoom, now}
`);

class RedisRateLimiter implements RateLimiter {
  private readonly local = new MemoryRateLimiter();

  constructor(private readonly options: RedisRateLimiterOptions) {}

  async consume(key: string, limit: number, windowMs: number, now?: number): Promise<WindowState> {
    assertLimit(limit);
    const { redis, nodes } = this.options;
    try {
      const keys = [redis.keyOf(`rate:${windowMs}:${key}`)];
      const answer = await redis.run((client) => takeFromWindow.run(client, keys, [limit, windowMs, now ?? '']));
      return stateOf(answer, limit, windowMs);
    } catch {
      return this.local.consume(key, Math.max(1, Math.floor(limit / nodes)), windowMs, now);
    }
  }
}

const stateOf = (answer: readonly number[], limit: number, windowMs: number): WindowState => {
  const [allowed = 0, used = 0, lastUsed = 0, makesRoom = 0, now = 0] = answer;
  const leavesAt = (slot: number): number => ((slot + ringLength) * windowMs) / slotsPerWindow;
  const remaining = Math.max(0, limit - used);
  return {
    allowed: allowed === 1,
    limit,
    remaining,
    resetAt: new Date(Math.ceil(leavesAt(lastUsed))),
    retryAfter: remaining > 0 ? 0 : Math.ceil((leavesAt(makesRoom) - now) / 1_000),
  };
};

/**
 * A sliding window that all nodes count in; while Redis is unavailable each node counts its share of the limit for
 * itself.
 */
export const createRedisRateLimiter = (options: RedisRateLimiterOptions): RateLimiter => {
  assertNodes(options.nodes);
  return new RedisRateLimiter(options);
};
