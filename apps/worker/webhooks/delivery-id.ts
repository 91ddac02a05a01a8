import { createHash } from 'node:crypto';
import { idFromBytes } from '#libs/platform/ids/id-form.js';

/**
 * A delivery id: `whd_` and 26 characters made from the event, so that the same event makes the same delivery,
 * however often it comes.
 */
export const deliveryIdFor = (eventId: string): string =>
  idFromBytes('whd', createHash('sha256').update(`webhook-delivery/${eventId}`).digest());

/** The id of the delivery that tells one webhook of an event, made like that of `deliveryIdFor`. */
export const subscribedDeliveryIdFor = (eventId: string, webhookId: string): string =>
  deliveryIdFor(`${eventId}/${webhookId}`);
