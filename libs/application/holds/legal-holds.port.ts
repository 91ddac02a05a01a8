import { Rejection } from '#libs/domain/errors/rejection.js';

/** The injection token of what the process knows of legal holds. */
export const LEGAL_HOLDS = Symbol('LegalHolds');

/** Something that may be held. */
export interface Holdable {
  organizationId: string;
  resource: 'document' | 'glossary' | 'report';
  resourceId: string;
  /** Reference of the data subject that it belongs to; null where it belongs to none. */
  subject: string | null;
  createdAt: string;
}

export interface HoldState {
  /** Id of a hold on it; undefined when none is. */
  holdId: string | undefined;
  /** Time at which the last hold on it was lifted; undefined when it is held, or never was. */
  liftedAt: string | undefined;
}

export const neverHeld: HoldState = { holdId: undefined, liftedAt: undefined };

export interface LegalHolds {
  /**
   * The holds on something, of all that are in the log by now.
   * @throws an error when that cannot be known: then nothing may be removed
   */
  on(thing: Holdable): Promise<HoldState>;
  /**
   * The holds that keep a data subject from erasure: on itself, or on a document that belongs to it, whose name would be
   * erased.
   * @throws an error when that cannot be known: then nothing may be erased
   */
  onSubject(organizationId: string, subject: string): Promise<HoldState>;
}

/** @throws Rejection `conflict`, whose details name the hold */
export const assertNotHeld = ({ holdId }: HoldState): void => {
  if (holdId === undefined) return;
  throw new Rejection('conflict', { message: 'A legal hold keeps it.', details: { hold_id: holdId } });
};
