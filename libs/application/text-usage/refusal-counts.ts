import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { RefusedAct } from '#libs/domain/text-usage/text-usage.events.js';
import type { KeyAccess } from '../key-access.js';
import type { Act, RequestContext } from '../request-context.js';

/** The route of a refused request. */
export interface RefusedRoute {
  /** A method of HTTP, or `WS` for a frame of the stream. */
  method: string;
  /** The pattern of its path, which names no resource. */
  path: string;
  /** Undefined on a route that does not act. */
  act: Act | undefined;
}

/** Refusals of one key with one code in one minute that leave one fact together. */
export interface CountedRefusals {
  /** The first of them, as far as its event's metadata need it. */
  request: RequestContext;
  access: KeyAccess;
  code: string;
  status: number;
  count: number;
  firstAt: Date;
  lastAt: Date;
  routes: Set<string>;
  acts: Map<string, RefusedAct & { count: number }>;
}

interface KeyMinute {
  entries: number;
  counted: Map<string, CountedRefusals>;
}

/** Refusals of a key in a minute that leave an entry each. */
const entriesAMinute = 60;
const maxRoutes = 10;
/** Keys in memory, in about 0.1 kB each and 1 kB for each code that is counted. */
const defaultCapacity = 50_000;

const minuteOf = (time: Date): number => Math.floor(time.getTime() / 60_000);

const actOf = ({ action, resource, endpoint }: Act): RefusedAct => ({
  action,
  resource,
  ...(endpoint === undefined ? {} : { endpoint }),
});

const countAct = (acts: CountedRefusals['acts'], act: Act): void => {
  const name = `${act.action} ${act.resource} ${act.endpoint}`;
  const counted = acts.get(name) ?? { ...actOf(act), count: 0 };
  acts.set(name, { ...counted, count: counted.count + 1 });
};

/**
 * Decides which refusals leave an entry each, and counts the rest, so that a caller who goes on after a refusal costs
 * an addition in memory.
 */
export class RefusalCounts {
  private keys = new Map<string, KeyMinute>();
  private minute = 0;
  private ended: CountedRefusals[] = [];

  constructor(private readonly capacity = defaultCapacity) {}

  /** Number of keys that were refused in this minute. */
  get size(): number {
    return this.keys.size;
  }

  /** Takes a refusal; true when it leaves an entry of its own, false when it was counted. */
  take(request: RequestContext, access: KeyAccess, route: RefusedRoute, rejection: Rejection, now: Date): boolean {
    this.advance(now);
    const key = this.keys.get(access.keyId) ?? this.add(access.keyId);
    key.entries += 1;
    if (key.entries <= entriesAMinute) return true;
    const counted = key.counted.get(rejection.code) ?? begin(key, request, access, rejection, now);
    counted.count += 1;
    counted.lastAt = now;
    if (counted.routes.size < maxRoutes) counted.routes.add(`${route.method} ${route.path}`);
    if (route.act !== undefined) countAct(counted.acts, route.act);
    return false;
  }

  /** Returns the counts of the minutes before this one, each once. */
  takeEnded(now: Date): CountedRefusals[] {
    this.advance(now);
    return this.ended.splice(0);
  }

  /** Returns every count, each once; the minute begins anew. */
  takeAll(): CountedRefusals[] {
    this.end();
    return this.ended.splice(0);
  }

  private advance(now: Date): void {
    const minute = minuteOf(now);
    if (minute === this.minute) return;
    this.end();
    this.minute = minute;
  }

  private end(): void {
    for (const key of this.keys.values()) this.ended.push(...key.counted.values());
    this.keys = new Map();
  }

  /** The key refused first makes room for one too many: what it has counted is written before its minute ends. */
  private add(keyId: string): KeyMinute {
    const [oldest] = this.keys;
    if (oldest !== undefined && this.keys.size >= this.capacity) {
      this.ended.push(...oldest[1].counted.values());
      this.keys.delete(oldest[0]);
    }
    const added = { entries: 0, counted: new Map<string, CountedRefusals>() };
    this.keys.set(keyId, added);
    return added;
  }
}

const begin = (
  key: KeyMinute,
  { id, caller }: RequestContext,
  access: KeyAccess,
  { code, status }: Rejection,
  now: Date,
): CountedRefusals => {
  const { address, userAgent } = caller;
  const counted: CountedRefusals = {
    request: { id, caller: { address, userAgent, clientRequestId: null, traceparent: null, recorded: false } },
    access,
    code,
    status,
    count: 0,
    firstAt: now,
    lastAt: now,
    routes: new Set(),
    acts: new Map(),
  };
  key.counted.set(code, counted);
  return counted;
};
