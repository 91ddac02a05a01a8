import { expect, it } from 'vitest';
import { deliveryIdFor, subscribedDeliveryIdFor } from './delivery-id.js';

const eventId = '0197b5a2-0000-7000-8000-000000000001';

it('the delivery id is frozen: another release makes the same id of the same event', () =>
  expect(deliveryIdFor(eventId)).toMatchInlineSnapshot(`"whd_72ARGEH3B35HHTB8Q08RK4T733"`));

it('the delivery id has the form of our ids, without a dot that would break a signature', () =>
  expect(deliveryIdFor(eventId)).toMatch(/^whd_[0-9A-HJKMNP-TV-Z]{26}$/));

it('the delivery id differs from event to event', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => deliveryIdFor(`event-${index}`));
  expect(new Set(ids).size).toBe(ids.length);
});

it('each webhook has a delivery of its own of the same event, beside that of the document', () => {
  const ids = [
    deliveryIdFor(eventId),
    subscribedDeliveryIdFor(eventId, 'whk_1'),
    subscribedDeliveryIdFor(eventId, 'whk_2'),
  ];
  expect(new Set(ids).size).toBe(3);
});
