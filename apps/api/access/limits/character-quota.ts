import { LRUCache } from 'lru-cache';
import type { SpendOptions } from '#libs/application/character-quota.port.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { KeyedSingleFlight } from '#libs/platform/async/single-flight.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { Quotas, Reservation } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from '../tier-limits.js';
import { quotaKeyOf } from './quota-key.js';
import { endOfDay } from './utc-day.js';

type QuotaCode = Extract<ErrorCode, 'insufficient_quota' | 'quota_exceeded'>;

export interface CharacterQuotaOptions {
  quotas: Quotas;
  limitsOf: TierLimits;
  /** Characters used under a quota key, according to the event log. */
  usedBefore: (key: string) => Promise<number>;
  now?: () => Date;
}

/** How a request that does not fit is answered; `requested` is undefined while its characters are not known. */
interface Refused {
  code: QuotaCode;
  requested: number | undefined;
}

const messageOf = (requested: number | undefined, remaining: number, limit: number): string => {
  const left = `${remaining} of the ${limit} characters of this UTC day are left`;
  if (requested === undefined) return `${left}.`;
  const advice = requested > limit ? ' It fits into no day: send it in parts.' : '';
  return `The request has ${requested} characters, and ${left}: it does not fit.${advice}`;
};

const uncounted: Reservation = { commit: async () => undefined, refund: async () => undefined };

/** Maximum number of organizations whose last limit is remembered. */
const remembered = 100_000;

/** Characters (code points) that an organization may have translated on a UTC day. */
export class CharacterQuota {
  private readonly lastLimits = new LRUCache<string, number>({ max: remembered });
  private readonly recounts = new KeyedSingleFlight<void>();

  constructor(private readonly options: CharacterQuotaOptions) {}

  /**
   * Sets characters of today aside; those that an earlier attempt of the execution set aside or spent are not counted
   * again. Commit them when the fact is in the log, refund those of failed work.
   * @throws Rejection `code` with `{ requested, limit, used, remaining, reset_at }`; `service_unavailable` when the characters
   * used so far cannot be determined
   */
  reserve(
    access: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    code: QuotaCode,
    options: SpendOptions = {},
  ): Promise<Reservation> {
    return this.take(access, characters, { code, requested: characters }, options);
  }

  private async take(
    access: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    refused: Refused,
    { execution, isSpent, isEstimate = false }: SpendOptions,
  ): Promise<Reservation> {
    const { organizationId, tier } = access;
    const limit = this.options.limitsOf(tier).charactersPerDay;
    const lastLimit = this.lastLimits.get(organizationId);
    if (limit !== lastLimit) this.lastLimits.set(organizationId, limit);
    if (limit === 0) return uncounted;
    const now = this.now();
    const key = quotaKeyOf(organizationId, now);
    // Nothing was counted while there was no limit.
    const isNewLimit = lastLimit !== undefined && lastLimit !== limit;
    if (isNewLimit || isEstimate) await this.recount(key);
    const ask = () => this.options.quotas.reserve(key, characters, limit, execution);
    const afterRecount = async () => {
      await this.recount(key);
      return ask();
    };
    const reservation = (await ask()) ?? (await afterRecount());
    if (reservation !== undefined) return reservation;
    if (await isSpent?.()) return uncounted;
    throw await this.refusal(refused, { key, limit, now });
  }

  private async refusal(
    { code, requested }: Refused,
    { key, limit, now }: { key: string; limit: number; now: Date },
  ): Promise<Rejection> {
    const { used, remaining } = await this.options.quotas.state(key, limit);
    const resetAt = endOfDay(now);
    const wait = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
    return new Rejection(code, {
      message: messageOf(requested, remaining, limit),
      details: {
        ...(requested !== undefined && { requested }),
        limit,
        used,
        remaining,
        reset_at: resetAt.toISOString(),
      },
      ...(code === 'quota_exceeded' ? { retryAfter: wait } : {}),
    });
  }

  /**
   * Refuses work whose characters are not known yet, where not one is left for it and its execution has reserved none.
   * @throws as `reserve`
   */
  async assertLeft(
    access: Pick<KeyAccess, 'organizationId' | 'tier'>,
    code: QuotaCode,
    { execution, isSpent }: SpendOptions = {},
  ): Promise<void> {
    const hasReserved = async (name: string) =>
      (await this.options.quotas.reserved(quotaKeyOf(access.organizationId, this.now()), name)) > 0;
    if (execution !== undefined && (await hasReserved(execution))) return;
    const reservation = await this.take(access, 1, { code, requested: undefined }, { isSpent });
    await reservation.refund();
  }

  /**
   * Runs work whose fact is in the log when it succeeds; work that fails costs nothing. Commits the characters
   * reserved, unless the work has committed fewer.
   * @throws as `reserve`, and what `work` throws
   */
  async spend<T>(
    access: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    code: QuotaCode,
    work: (reservation: Reservation) => Promise<T>,
    options: SpendOptions = {},
  ): Promise<T> {
    const reservation = await this.reserve(access, characters, code, options);
    try {
      const result = await work(reservation);
      await reservation.commit();
      return result;
    } catch (error) {
      // The fact may be in the log: a recount finds out.
      if (error instanceof AppendOutcomeUnknownError) await reservation.commit();
      else await reservation.refund();
      throw error;
    }
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }

  /**
   * Recounts from the log before a caller is refused: documents may have failed since. Callers who are refused at
   * the same time share one count.
   */
  private recount(key: string): Promise<void> {
    const { quotas, usedBefore } = this.options;
    return this.recounts.run(key, () => quotas.recount(key, () => usedBefore(key)));
  }
}
