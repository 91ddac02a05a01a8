import { randomBytes } from 'node:crypto';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { FairSlots, NoSlotError } from '#libs/platform/async/fair-slots.js';
import { hashPassword, verifyPassword } from '#libs/platform/passwords/password-hashing.js';

/** The two functions that take memory and time. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Hashes at a time on this node, in 19 MiB each: threads of the pool are left for files and names. */
const slots = 2;
/** Those of one network that wait. */
const maxWaiting = 4;
const waitMs = 5_000;
const retryAfter = 2;

/**
 * Hashes and verifies passwords, a few at a time, in turns by the network of the caller: who sends many waits for
 * himself. Where there is no password a verification takes as long all the same.
 */
export class Passwords {
  private readonly turns = new FairSlots({ slots, perKey: 1, maxWaiting, waitMs });
  private readonly nobodys: Promise<string>;

  constructor(private readonly hashing: PasswordHashing = { hash: hashPassword, verify: verifyPassword }) {
    this.nobodys = hashing.hash(randomBytes(32).toString('base64'));
    this.nobodys.catch(() => undefined);
  }

  /** @throws Rejection `service_unavailable` where too many are in work */
  hash(password: string, network: string): Promise<string> {
    return this.inTurn(network, () => this.hashing.hash(password));
  }

  /** False for an undefined hash. @throws as `hash` */
  async verify(hash: string | undefined, password: string, network: string): Promise<boolean> {
    const [isRight = false] = await this.verifyEach([hash], password, network);
    return isRight;
  }

  /** Which of the hashes are the password's, one after the other in one turn. @throws as `hash` */
  verifyEach(hashes: readonly (string | undefined)[], password: string, network: string): Promise<boolean[]> {
    return this.inTurn(network, async () => {
      const results: boolean[] = [];
      for (const hash of hashes) {
        const isRight = await this.hashing.verify(hash ?? (await this.nobodys), password);
        results.push(isRight && hash !== undefined);
      }
      return results;
    });
  }

  private async inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.turns.run(network, work);
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error;
      throw new Rejection('service_unavailable', {
        message: 'Too many sign in at the same time. Try again in a moment.',
        retryAfter,
      });
    }
  }
}
