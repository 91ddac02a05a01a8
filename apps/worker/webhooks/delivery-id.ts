import { createHash } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `whd_` and 26 characters made from the event: the same event makes the same delivery, however often it comes. */
export const deliveryIdFor = (eventId: string): string => {
  const digest = createHash('sha256').update(`webhook-delivery/${eventId}`).digest();
  let id = '';
  for (let index = 0; index < 26; index += 1) id += crockford.charAt((digest[index] ?? 0) & 31);
  return `whd_${id}`;
};
