import type { AnyDomainEvent, EventType } from './domain-event.js';

type Data = Record<string, unknown>;
/** Turns the data of version n into that of version n + 1. */
export type Upcaster = (data: Data) => Data;

/**
 * For each event type whose shape has changed, its upcasters in order: the first turns version 1 into
 * version 2. A type that is not listed is at version 1.
 */
const upcasters: Partial<Record<EventType, readonly Upcaster[]>> = {
  DocumentUploaded: [(data) => ({ ...data, nameCommitment: null })],
  DocumentDownloaded: [(data) => ({ ...data, sourceLanguage: null, targetLanguage: null })],
};

export const currentVersion = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;

/** Applies the steps from `version` on, one at a time. Exported apart from the registry for its test. */
export const upcastThrough = (steps: readonly Upcaster[], version: number, data: Data): Data =>
  steps.slice(version - 1).reduce((older, step) => step(older), data);

/** The event in its newest version, whatever version was stored. */
export const upcast = (event: { type: string; version: number; data: Data }): AnyDomainEvent => {
  const steps = upcasters[event.type as EventType] ?? [];
  if (event.version > steps.length + 1) {
    throw new Error(`${event.type} version ${event.version} was written by a newer release`);
  }
  return { type: event.type, data: upcastThrough(steps, event.version, event.data) } as AnyDomainEvent;
};
