import { hash } from 'node:crypto';
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

/** Refusals of one key with one code in one minute that leave one fact together: those of one caller, or of many. */
export interface CountedRefusals {
  /** The first of them, as far as its event's metadata need it. */
  request: RequestContext;
  /** Number of callers, none of whom is named; undefined where they are all of the caller of the first. */
  callers: number | undefined;
  access: KeyAccess;
  code: string;
  status: number;
  count: number;
  firstAt: Date;
  lastAt: Date;
  routes: Set<string>;
  acts: Map<string, RefusedAct & { count: number }>;
}

/** Refusals of a key with one code. */
interface CodeMinute {
  /** Those of each caller that is named. */
  named: Map<string, CountedRefusals>;
  /** Those of all other callers. */
  rest: Rest | undefined;
}

interface Rest {
  counted: CountedRefusals;
  /** Digests of callers, as many as are told apart. */
  seen: Set<string>;
}

interface KeyMinute {
  entries: number;
  codes: Map<string, CodeMinute>;
}

/** Refusals of a key in a minute that leave an entry each. */
const entriesAMinute = 60;
const maxRoutes = 10;

/**
 * Bounds of what is kept of a minute. Callers that are named cost about 2 kB each, others 0.1 kB, and keys 0.1 kB and 1 kB for
 * each code that is counted. An organization has a bound of its own, so that it takes no other's names.
 */
export interface RefusalBounds {
  keys: number;
  /** Callers that are named of a key and code, in an organization, and in all. */
  namedOfCode: number;
  namedOfOrganization: number;
  named: number;
  /** Other callers that are told apart, of a key and code, and in all. */
  seenOfCode: number;
  seen: number;
}

const defaultBounds: RefusalBounds = {
  keys: 50_000,
  namedOfCode: 100,
  namedOfOrganization: 2_000,
  named: 20_000,
  seenOfCode: 10_000,
  seen: 200_000,
};

/** A caller as it is told apart from others: by the address, and by what the agent says of itself. */
const callerName = ({ address, userAgent }: RequestContext['caller']): string => `${address} ${userAgent}`;

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

const countsOf = ({ codes }: KeyMinute): CountedRefusals[] =>
  [...codes.values()].flatMap(({ named, rest }) => [...named.values(), ...(rest === undefined ? [] : [rest.counted])]);

/**
 * Decides which refusals leave an entry each, and counts the rest by caller, so that a caller who goes on after a refusal
 * costs an addition in memory, and no count claims a caller whose refusals are not all of it.
 */
export class RefusalCounts {
  private readonly bounds: RefusalBounds;
  private keys = new Map<string, KeyMinute>();
  private namedOf = new Map<string, number>();
  private named = 0;
  private seen = 0;
  private minute = 0;
  private ended: CountedRefusals[] = [];

  constructor(bounds: Partial<RefusalBounds> = {}) {
    this.bounds = { ...defaultBounds, ...bounds };
  }

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
    const code = codeIn(key, rejection.code);
    const name = callerName(request.caller);
    const counted = code.named.get(name) ?? this.begin(code, name, () => newCount(request, access, rejection, now));
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
    for (const key of this.keys.values()) this.write(key);
    this.keys = new Map();
    this.namedOf = new Map();
    this.named = 0;
    this.seen = 0;
  }

  private write(key: KeyMinute): void {
    for (const counted of countsOf(key)) this.ended.push(counted);
  }

  /** The key refused first makes room for one too many: what it has counted is written before its minute ends. */
  private add(keyId: string): KeyMinute {
    const [oldest] = this.keys;
    if (oldest !== undefined && this.keys.size >= this.bounds.keys) {
      this.write(oldest[1]);
      this.keys.delete(oldest[0]);
    }
    const added: KeyMinute = { entries: 0, codes: new Map() };
    this.keys.set(keyId, added);
    return added;
  }

  /** The count of a caller who has none of its own: a new one, or that of all who are not named. */
  private begin(code: CodeMinute, name: string, newOne: () => CountedRefusals): CountedRefusals {
    const { namedOfCode, namedOfOrganization, named } = this.bounds;
    if (code.named.size < namedOfCode && this.named < named) {
      const counted = newOne();
      const { organizationId } = counted.access;
      const ofOrganization = this.namedOf.get(organizationId) ?? 0;
      if (ofOrganization < namedOfOrganization) {
        this.namedOf.set(organizationId, ofOrganization + 1);
        this.named += 1;
        code.named.set(name, counted);
        return counted;
      }
    }
    code.rest ??= { counted: newOne(), seen: new Set() };
    this.see(code.rest, name);
    return code.rest.counted;
  }

  private see({ counted, seen }: Rest, name: string): void {
    if (seen.size < this.bounds.seenOfCode && this.seen < this.bounds.seen) {
      const before = seen.size;
      seen.add(hash('sha256', name, 'base64'));
      this.seen += seen.size - before;
    }
    // At least the one who was refused now.
    counted.callers = Math.max(seen.size, 1);
  }
}

const codeIn = ({ codes }: KeyMinute, name: string): CodeMinute => {
  const known = codes.get(name);
  if (known !== undefined) return known;
  const added: CodeMinute = { named: new Map(), rest: undefined };
  codes.set(name, added);
  return added;
};

const newCount = (
  { id, caller }: RequestContext,
  access: KeyAccess,
  { code, status }: Rejection,
  now: Date,
): CountedRefusals => {
  const { address, userAgent } = caller;
  return {
    request: { id, caller: { address, userAgent, clientRequestId: null, traceparent: null, recorded: false } },
    callers: undefined,
    access,
    code,
    status,
    count: 0,
    firstAt: now,
    lastAt: now,
    routes: new Set(),
    acts: new Map(),
  };
};
