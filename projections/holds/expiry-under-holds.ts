import { releasedAt } from '#libs/domain/hold/hold-grace.js';

interface HeldDocument {
  status: 'active' | 'expired';
  /** Time at which the last of its translations expires; null while none has ended. */
  last_expiry: string | null;
  is_held: boolean;
  /** Time at which the last of the holds that were lifted was; null where there is none. */
  last_lifted_at: string | null;
}

/** Time at which a document expires at the earliest; null while a hold keeps it, or none of its translations has ended. */
export const expiryUnderHolds = ({ status, last_expiry, is_held, last_lifted_at }: HeldDocument): string | null => {
  if (last_expiry === null || (status === 'active' && is_held)) return null;
  const released = last_lifted_at === null ? last_expiry : releasedAt(last_lifted_at);
  return released > last_expiry ? released : last_expiry;
};
