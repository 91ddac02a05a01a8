import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';

export interface IssuedKey {
  /** The key in clear text: for the response, and nowhere else. */
  key: string;
  grant: ApiKeyGrant;
}
