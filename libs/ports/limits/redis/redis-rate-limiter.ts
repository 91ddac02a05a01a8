import type { LimitedWindow, RateLimiter, WindowState } from '../limits.port.js';
import { assertLimit, monotonicNow } from '../memory/memory-rate-limiter.js';
import { ringLength, slotsPerWindow } from '../memory/sliding-window.js';
import { RedisScript } from './redis-script.js';
import { ShareOfWindows } from './share-of-windows.js';
import { assertNodes, type SharedRedis } from './shared-redis.js';

export interface RedisRateLimiterOptions {
  redis: SharedRedis;
  /** Number of nodes that share the limits: while Redis is unavailable, each allows its share of what is left of a limit. */
  nodes: number;
}

/**
 * Windows of `memory/sliding-window.ts` as hashes of slot numbers and counts, at most 61 fields each, of which all are
 * taken or none. Where the caller gives no time, the server's clock counts: those of the nodes differ. A slot that is
 * more than a window ahead was written before the clock was set back, and is forgotten. ARGV: length of the windows,
 * time, limit of each. Returns the time, and four numbers for each window.
 */
const takeFromWindows = new RedisScript(`
local window, now = tonumber(ARGV[1]), tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local states, all = {}, true
for key = 1, #KEYS do
  local slot = math.floor(now * ${slotsPerWindow} / window)
  local fields = redis.call('HGETALL', KEYS[key])
  local newest = slot
  for i = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[i])) end
  if newest > slot + ${slotsPerWindow} then
    redis.call('DEL', KEYS[key])
    fields = {}
  else
    slot = newest
  end
  local first = slot - ${slotsPerWindow}
  local counts, used, lastUsed = {}, 0, -1
  for i = 1, #fields, 2 do
    local number, count = tonumber(fields[i]), tonumber(fields[i + 1])
    if number < first then
      redis.call('HDEL', KEYS[key], fields[i])
    else
      counts[number] = count
      used = used + count
      lastUsed = math.max(lastUsed, number)
    end
  end
  local limit = tonumber(ARGV[key + 2])
  states[key] = {slot = slot, counts = counts, used = used, lastUsed = lastUsed, limit = limit, allowed = used < limit}
  all = all and used < limit
end
local answer = {now}
for key = 1, #KEYS do
  local state = states[key]
  local slot, counts = state.slot, state.counts
  if all then
    redis.call('HINCRBY', KEYS[key], string.format('%.0f', slot), 1)
    redis.call('PEXPIRE', KEYS[key], math.ceil(window * ${ringLength + 1} / ${slotsPerWindow}))
    counts[slot] = (counts[slot] or 0) + 1
    state.used, state.lastUsed = state.used + 1, slot
  end
  local makesRoom, left = -1, state.used
  for number = slot - ${slotsPerWindow}, slot do
    if left < state.limit then break end
    left = left - (counts[number] or 0)
    makesRoom = number
  end
  for _, figure in ipairs({state.allowed and 1 or 0, state.used, state.lastUsed, makesRoom}) do
    answer[#answer + 1] = figure
  end
end
return answer
`);

/** Adds requests that were allowed while Redis was unavailable, as if they came now. ARGV: length of the window, count. */
const addToWindow = new RedisScript(`
local window, time = tonumber(ARGV[1]), redis.call('TIME')
local slot = math.floor((time[1] * 1000 + math.floor(time[2] / 1000)) * ${slotsPerWindow} / window)
redis.call('HINCRBY', KEYS[1], string.format('%.0f', slot), ARGV[2])
redis.call('PEXPIRE', KEYS[1], math.ceil(window * ${ringLength + 1} / ${slotsPerWindow}))
return {}
`);

/** Figures of a window in the answer of the script. */
const figuresPerWindow = 4;

class RedisRateLimiter implements RateLimiter {
  private readonly shares: ShareOfWindows;

  constructor(private readonly options: RedisRateLimiterOptions) {
    this.shares = new ShareOfWindows(options.nodes);
    options.redis.onReturn(() => this.report());
  }

  async consume(key: string, limit: number, windowMs: number, now?: number): Promise<WindowState> {
    const [state] = await this.consumeAll([{ key, limit }], windowMs, now);
    if (state === undefined) throw new Error('A window has one state');
    return state;
  }

  async consumeAll(windows: readonly LimitedWindow[], windowMs: number, now?: number): Promise<readonly WindowState[]> {
    for (const { limit } of windows) assertLimit(limit);
    const { redis } = this.options;
    try {
      const keys = windows.map(({ key }) => this.nameOf(key, windowMs));
      const args = [windowMs, now ?? '', ...windows.map(({ limit }) => limit)];
      const [time = 0, ...figures] = await redis.run((client) => takeFromWindows.run(client, keys, args));
      return windows.map(({ key, limit }, index) => {
        const ofWindow = figures.slice(index * figuresPerWindow, (index + 1) * figuresPerWindow);
        this.shares.note(key, windowMs, ofWindow[1] ?? 0, now ?? monotonicNow());
        return stateOf(ofWindow, time, limit, windowMs);
      });
    } catch {
      return this.shares.take(windows, windowMs, now ?? monotonicNow());
    }
  }

  /** Sends what was allowed without Redis, ahead of all that is asked of it from now on. */
  private report(): void {
    for (const requests of this.shares.report(monotonicNow())) {
      const { key, windowMs, count } = requests;
      this.options.redis
        .run((client) => addToWindow.run(client, [this.nameOf(key, windowMs)], [windowMs, count]))
        .catch(() => this.shares.unreport(requests, monotonicNow()));
    }
  }

  private nameOf(key: string, windowMs: number): string {
    return this.options.redis.keyOf(`rate:${windowMs}:${key}`);
  }
}

const stateOf = (figures: readonly number[], now: number, limit: number, windowMs: number): WindowState => {
  const [allowed = 0, used = 0, lastUsed = 0, makesRoom = 0] = figures;
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
 * A sliding window that all nodes count in. While Redis is unavailable each node allows its share of what was left when
 * it last asked, and reports it to Redis afterwards, so that a Redis that comes and goes does not double a limit.
 */
export const createRedisRateLimiter = (options: RedisRateLimiterOptions): RateLimiter => {
  assertNodes(options.nodes);
  return new RedisRateLimiter(options);
};
