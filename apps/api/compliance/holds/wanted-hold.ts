import type { WantedTarget } from '#libs/application/holds/place-hold.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { parseTimestamp } from '../../http/constraints.js';
import { validated } from '../../http/validation.js';
import { subjectIdOf } from '../subjects/named-subject.js';
import { HeldPeriod, HeldSubject, PlaceHoldRequest } from './holds.dto.js';

export interface WantedHold {
  target: WantedTarget;
  reason: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

const refuse = (field: string, what: string): never => {
  throw new Rejection('invalid_request', { details: { [field]: [what] } });
};

const subjectOf = (given: HeldSubject): WantedTarget => {
  const { type, id } = validated(HeldSubject, given, 'subject');
  return { kind: 'subject', type, id: subjectIdOf({ type, id }, 'subject.id') };
};

const timeOf = (value: string): number => parseTimestamp(value)?.getTime() ?? Number.NaN;

const periodOf = (given: HeldPeriod): WantedTarget => {
  const { start, end } = validated(HeldPeriod, given, 'period');
  const isDay = end.length === 'YYYY-MM-DD'.length;
  const from = timeOf(start);
  const until = timeOf(end) + (isDay ? dayMs : 0);
  if (until <= from) refuse('period.end', 'must be behind start');
  return {
    kind: 'period',
    start,
    end,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  };
};

const targetOf = ({ resource, resource_id: resourceId, subject, period }: PlaceHoldRequest): WantedTarget => {
  const named = [resource ?? resourceId, subject, period].filter((target) => target != null);
  if (named.length > 1) refuse('resource', 'must not be named beside subject or period, nor these two together');
  if (subject != null) return subjectOf(subject);
  if (period != null) return periodOf(period);
  if (resource != null && resourceId != null) return { kind: 'resource', resource, resourceId };
  // The rules of the request let nothing else pass.
  throw new Rejection('missing_required_field');
};

/**
 * Reads what is to be held.
 * @throws Rejection `missing_required_field`, `invalid_request`
 */
export const wantedHoldOf = (body: unknown): WantedHold => {
  const given = validated(PlaceHoldRequest, body);
  return { target: targetOf(given), reason: given.reason };
};
