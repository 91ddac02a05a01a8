import type { ApiKeyEvent, ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';

export interface IssuedKey {
  /** The key in clear text: for the response, and nowhere else. */
  key: string;
  grant: ApiKeyGrant;
}

/** The grant as it is in the log: a repeat of the command finds that of the first attempt, with its time. */
export const issuedGrantIn = ([event]: readonly ApiKeyEvent[]): ApiKeyGrant => {
  if (event?.type === 'ApiKeyCreated') return event.data;
  if (event?.type !== 'ApiKeyIssuedByRotation') throw new Error('A key that was issued is in the log');
  const { rotatedFrom: _, ...grant } = event.data;
  return grant;
};
