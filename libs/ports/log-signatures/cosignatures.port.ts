/** Answers of a witness that is asked to cosign a head. */
export const witnessAnswers = [
  /** It has cosigned it. */
  'cosigned',
  /** It does not know the log. */
  'unknown_origin',
  /** It knows the log by another key. */
  'unknown_key',
  /** It has seen another history of the log. */
  'split_view',
  /** It cannot be reached. */
  'unreachable',
  /** It answers in another way than the protocol says. */
  'refused',
] as const;
export type WitnessAnswer = (typeof witnessAnswers)[number];

export interface CosignedHead {
  organizationId: string;
  /** Name of the log. */
  origin: string;
  size: number;
}

/** Cosignatures of witnesses under heads of the audit logs. */
export interface Cosignatures {
  /** The cosignatures of a head, as lines of a signed note. */
  of(head: CosignedHead): Promise<string[]>;
  /** The largest size of a log that a witness has cosigned; undefined where none has. */
  newestSize(organizationId: string, origin: string): Promise<number | undefined>;
  /** The sizes that a witness has cosigned last, by the names of the logs. */
  lastSizes(witness: string): Promise<ReadonlyMap<string, number>>;
  /** Keeps a cosignature, and of each witness and log the newest twenty. */
  keep(head: CosignedHead, witness: string, line: string): Promise<void>;
  /** Notes what a witness said last of a log. */
  note(organizationId: string, witness: string, answer: WitnessAnswer): Promise<void>;
  /** For how many logs each witness gave each answer, last. */
  answers(): Promise<{ witness: string; answer: WitnessAnswer; logs: number }[]>;
}
