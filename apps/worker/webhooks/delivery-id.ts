import { createHash } from 'node:crypto';
import { idFromBytes } from '#libs/platform/ids/id-form.js';

/** `whd_` and 26 characters made from the event: the same event makes the same delivery, however often it comes. */
export const deliveryIdFor = (eventId: string): string =>
  idFromBytes('whd', createHash('sha256').update(`webhook-delivery/${eventId}`).digest());
