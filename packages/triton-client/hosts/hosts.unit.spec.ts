import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TritonError } from '../triton-error.js';
import { Balancer, type Candidate } from './balancer.js';
import { hostAddress } from './channels.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { Host } from './host.js';
import { type ProbeCalls, Prober } from './prober.js';
import { RetryBudget } from './retry-budget.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unavailable = new TritonError('unavailable', 'gone');

describe('the circuit breaker', () => {
  const breakerWith = () => {
    const states: string[] = [];
    const limits = { failures: 3, openMs: 100, maxOpenMs: 300 };
    const breaker: CircuitBreaker = new CircuitBreaker(
      limits,
      () => states.push(breaker.state),
      () => 1,
    );
    return { breaker, states };
  };
  const open = (breaker: CircuitBreaker) => {
    for (let failures = 0; failures < 3; failures += 1) breaker.fail();
  };

  it('the breaker opens at three failures in a row, not at three with a success between', () => {
    const { breaker } = breakerWith();
    breaker.fail();
    breaker.fail();
    breaker.succeed();
    breaker.fail();
    breaker.fail();
    expect(breaker.state).toBe('closed');
    breaker.fail();
    expect(breaker.state).toBe('open');
  });

  it('the breaker lets one trial through when its time has come', () => {
    const { breaker, states } = breakerWith();
    open(breaker);
    expect(breaker.beginTrial()).toBe(false);
    vi.advanceTimersByTime(100);
    expect(breaker.beginTrial()).toBe(true);
    expect(breaker.beginTrial()).toBe(false);
    breaker.succeed();
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('the breaker stays open for longer after each failed trial, up to a limit', () => {
    const { breaker } = breakerWith();
    open(breaker);
    const waits = [1, 2, 3, 4].map(() => {
      const wait = breaker.trialInMs;
      vi.advanceTimersByTime(wait);
      expect(breaker.beginTrial()).toBe(true);
      breaker.fail();
      return wait;
    });
    expect(waits).toEqual([100, 200, 300, 300]);
    vi.advanceTimersByTime(300);
    breaker.beginTrial();
    breaker.succeed();
    open(breaker);
    expect(breaker.trialInMs).toBe(100);
  });

  it('a trial that ends without a verdict is given back', () => {
    const { breaker } = breakerWith();
    open(breaker);
    vi.advanceTimersByTime(100);
    breaker.beginTrial();
    breaker.abandonTrial();
    expect(breaker.beginTrial()).toBe(true);
  });
});

describe('the balancer', () => {
  interface Fake extends Candidate {
    outstanding: number;
    state: string;
  }
  const host = (url: string, more: Partial<Fake> = {}): Fake => ({
    url,
    outstanding: 0,
    state: 'up',
    breaker: { beginTrial: () => false },
    isUnready: () => false,
    snapshot: () => ({ lastError: 'why' }),
    ...more,
  });
  const url = (picked: Fake | undefined) => picked?.url;

  it('the balancer takes the host with the fewest active calls, and each in turn when they are equal', () => {
    const [a, b, c] = [host('a', { outstanding: 1 }), host('b'), host('c')];
    const balancer = new Balancer([a, b, c]);
    expect(new Set([1, 2, 3, 4].map(() => url(balancer.pick({}))))).toEqual(new Set(['b', 'c']));
    b.outstanding = 5;
    c.outstanding = 2;
    expect(url(balancer.pick({}))).toBe('a');
  });

  it('the balancer spreads calls that do not end evenly', () => {
    const hosts = ['a', 'b', 'c'].map((name) => host(name));
    const balancer = new Balancer(hosts);
    for (let index = 0; index < 30; index += 1) balancer.require({}).outstanding += 1;
    expect(hosts.map(({ outstanding }) => outstanding)).toEqual([10, 10, 10]);
  });

  it('the balancer prefers hosts that serve the model, then those that are up, then those that respond, then a trial', () => {
    const isUnready = (model: string) => model === 'm';
    const serving = host('serving', { outstanding: 9 });
    const unready = host('unready', { outstanding: 8, isUnready });
    const notReady = host('not-ready', { outstanding: 7, state: 'not-ready', isUnready });
    const ejected = host('ejected', { state: 'ejected', breaker: { beginTrial: () => true } });
    const balancer = new Balancer([ejected, notReady, unready, serving]);
    expect(url(balancer.pick({ model: 'm' }))).toBe('serving');
    expect(url(balancer.pick({ model: 'other' }))).toBe('not-ready');
    expect(url(balancer.pick({}))).toBe('unready');
    const exclude = new Set([serving]);
    expect(url(balancer.pick({ model: 'm', exclude }))).toBe('unready');
    exclude.add(unready);
    expect(url(balancer.pick({ model: 'm', exclude }))).toBe('not-ready');
    exclude.add(notReady);
    expect(url(balancer.pick({ model: 'm', exclude }))).toBe('ejected');
    exclude.add(ejected);
    expect(balancer.pick({ model: 'm', exclude })).toBeUndefined();
  });

  it('the balancer says why no host is there', () => {
    const balancer = new Balancer([host('a', { state: 'ejected' })]);
    expect(() => balancer.require({})).toThrow('No host is available: a ejected (why)');
    expect(() => balancer.require({ only: 'b' })).toThrow(expect.objectContaining({ kind: 'invalid-argument' }));
  });
});

describe('a host', () => {
  const hostWith = (changed: (host: Host) => void = () => undefined) =>
    new Host(hostAddress('grpc://127.0.0.1:1'), { urls: [], breaker: { failures: 2 } }, changed);

  it('a host is ejected when it cannot be reached, not when it responds with an error', () => {
    const host = hostWith();
    for (const kind of ['server-error', 'queue-full', 'model-not-found', 'deadline-exceeded', 'cancelled'] as const) {
      for (let count = 0; count < 5; count += 1) host.noteOutcome(new TritonError(kind, ''), 'm');
    }
    expect(host.state).toBe('up');
    host.noteOutcome(unavailable, 'm');
    host.noteOutcome(unavailable, 'm');
    expect(host.snapshot()).toMatchObject({ state: 'ejected', lastError: 'gone' });
    host.noteOutcome(undefined, 'm');
    expect(host.snapshot()).toMatchObject({ state: 'up', lastError: undefined });
  });

  it('a host remembers for a while which models it does not serve', () => {
    const host = hostWith();
    host.noteOutcome(new TritonError('model-not-ready', ''), 'm');
    expect([host.isUnready('m'), host.isUnready('other')]).toEqual([true, false]);
    expect(host.unreadyModels()).toEqual(['m']);
    vi.advanceTimersByTime(10_000);
    expect(host.isUnready('m')).toBe(false);
  });

  it('a model that was loaded while it was asked about stays ready', async () => {
    const host = hostWith();
    host.noteModel('m', false);
    const calls: ProbeCalls = {
      serverReady: async () => true,
      modelReady: async () => {
        host.noteModel('m', true);
        return false;
      },
    };
    const prober = new Prober(host, { intervalMs: 1_000 }, calls);
    await vi.advanceTimersByTimeAsync(2_000);
    prober.stop();
    expect(host.unreadyModels()).toEqual([]);
  });

  it('a host that is not ready as a whole is asked for each model that it served', async () => {
    const host = hostWith();
    for (const model of ['fine', 'broken']) host.noteModel(model, true);
    const calls: ProbeCalls = { serverReady: async () => false, modelReady: async (_, model) => model === 'fine' };
    const prober = new Prober(host, { intervalMs: 1_000 }, calls);
    await vi.advanceTimersByTimeAsync(2_000);
    prober.stop();
    expect(host.snapshot()).toMatchObject({ state: 'not-ready', unreadyModels: ['broken'] });
  });

  it('a host is probed again and again, sooner when it is ejected, and taken back when it responds', async () => {
    let isThere = true;
    const looks: number[] = [];
    const calls: ProbeCalls = {
      serverReady: async (probed) => {
        looks.push(Date.now());
        probed.noteOutcome(isThere ? undefined : unavailable, undefined);
        if (!isThere) throw unavailable;
        return true;
      },
      modelReady: async () => true,
    };
    const host = hostWith(() => prober.reschedule());
    const prober: Prober = new Prober(host, { intervalMs: 1_000 }, calls);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.length).toBeGreaterThanOrEqual(7);
    expect(looks.length).toBeLessThanOrEqual(14);
    host.noteOutcome(new TritonError('model-not-ready', ''), 'm');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(host.unreadyModels()).toEqual([]);
    isThere = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(host.state).toBe('ejected');
    isThere = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(host.state).toBe('up');
    prober.stop();
    const after = looks.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toHaveLength(after);
  });
});

describe('an address', () => {
  it('an address has a default port, and brackets around IPv6', () => {
    expect(hostAddress('grpc://a')).toMatchObject({ target: 'a:8001', isSecure: false });
    expect(hostAddress('grpcs://[::1]:9/')).toMatchObject({ target: '[::1]:9', isSecure: true });
  });

  it.each(['http://a:1', 'a:1', 'grpc://', 'grpc://u:secret@a:1', 'grpc://a:1/path'])('%s is no address', (url) => {
    expect(() => hostAddress(url)).toThrow(expect.objectContaining({ kind: 'invalid-argument' }));
    expect(() => hostAddress(url)).not.toThrow(/secret/);
  });
});

describe('the retry budget', () => {
  it('retries are earned by requests', () => {
    const budget = new RetryBudget({ burst: 1, ratio: 0.5 });
    expect([budget.spend(), budget.spend()]).toEqual([true, false]);
    budget.earn();
    expect(budget.spend()).toBe(false);
    budget.earn();
    expect(budget.spend()).toBe(true);
  });

  it('a budget without retries allows one attempt', () => {
    expect(new RetryBudget(false).attempts).toBe(1);
    expect(new RetryBudget().attempts).toBe(3);
  });
});
