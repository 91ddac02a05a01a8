import { graceHours } from '#libs/domain/hold/hold-grace.js';

/** Condition that a hold `h` is on the document `d`. */
export const isOnDocument = `
  h.organization_id = d.organization_id
  and ((h.resource = 'document' and h.resource_id = d.id)
       or h.subject = d.subject
       or (h.created_from <= d.created_at and d.created_at < h.created_until))`;

/** Condition that a hold `h` was not lifted at the time `now`, or too short a time before. */
export const isInForce = (now: string): string =>
  `(h.lifted_at is null or h.lifted_at > ${now} - interval '${graceHours} hours')`;

/** Condition that a hold keeps the document `d` at the time `now`, or was lifted too short a time before. */
export const isKeptByHold = (now: string): string => `
  exists (select from read_model.hold h
           where ${isOnDocument} and ${isInForce(now)})`;

/** Subquery of the row `held`: the facts about the holds on the document `d` that decide when it expires. */
export const holdsOfDocument = `
  lateral (
    select coalesce(bool_or(h.lifted_at is null), false) as is_held, max(h.lifted_at) as last_lifted_at
      from read_model.hold h where ${isOnDocument}) held`;
