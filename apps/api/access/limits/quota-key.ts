import { dayOf } from './utc-day.js';

/** The key under which an organization's characters of a UTC day are counted. */
export const quotaKeyOf = (organizationId: string, time: Date): string => `${organizationId}/${dayOf(time)}`;

/** Parses a key made by `quotaKeyOf`; `day` is `YYYY-MM-DD`. */
export const readQuotaKey = (key: string): { organizationId: string; day: string } => {
  const [organizationId = '', day = ''] = key.split('/');
  return { organizationId, day };
};
