import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { type PasswordHashing, Passwords } from './passwords.js';

/** Hashing that says how much of it goes on, and waits for its turn to end. */
class SlowHashing implements PasswordHashing {
  verifications = 0;
  atOnce = 0;
  peak = 0;
  private waiting: (() => void)[] = [];

  hash = async (password: string) => `hash of ${password}`;

  verify = async (hash: string, password: string) => {
    this.verifications += 1;
    this.atOnce += 1;
    this.peak = Math.max(this.peak, this.atOnce);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.atOnce -= 1;
    return hash === `hash of ${password}`;
  };

  /** Ends what goes on, and what begins after it, until nothing does. */
  async finish(): Promise<void> {
    for (let quiet = 0; quiet < 20; quiet += 1) {
      if (this.waiting.length > 0) quiet = 0;
      for (const end of this.waiting.splice(0)) end();
      await new Promise(setImmediate);
    }
  }
}

describe('passwords', () => {
  it('what has no hash takes a verification all the same, and is wrong', async () => {
    const hashing = new SlowHashing();
    const passwords = new Passwords(hashing);
    const answers = Promise.all([
      passwords.verify(undefined, 'secret', 'a'),
      passwords.verify('hash of secret', 'secret', 'b'),
      passwords.verify('hash of secret', 'another', 'c'),
    ]);
    await new Promise(setImmediate);
    await hashing.finish();
    expect(await answers).toEqual([false, true, false]);
    expect(hashing.verifications).toBe(3);
  });

  it('several are verified one after the other in one turn, as many as there are, right or not', async () => {
    const hashing = new SlowHashing();
    const passwords = new Passwords(hashing);
    const answer = passwords.verifyEach(['hash of a', undefined, 'hash of b'], 'a', 'one network');
    await new Promise(setImmediate);
    expect(hashing.atOnce).toBe(1);
    await hashing.finish();
    expect(await answer).toEqual([true, false, false]);
    expect(hashing).toMatchObject({ verifications: 3, peak: 1 });
  });

  it('two are hashed at a time, one of them of one network, of which four more wait', async () => {
    const hashing = new SlowHashing();
    const passwords = new Passwords(hashing);
    const flood = Array.from({ length: 5 }, () => passwords.verify('hash', 'guess', 'one network'));
    const refused = await rejectionOf(() => passwords.verify('hash', 'guess', 'one network'));
    expect(refused).toMatchObject({ code: 'service_unavailable', retryAfter: 2 });
    const others = ['b', 'c', 'd'].map((network) => passwords.verify('hash of x', 'x', network));
    await new Promise(setImmediate);
    expect(hashing.atOnce).toBe(2);
    await hashing.finish();
    expect(await Promise.all(others)).toEqual([true, true, true]);
    expect(await Promise.all(flood)).toEqual(Array(5).fill(false));
    expect(hashing.peak).toBe(2);
  });
});
