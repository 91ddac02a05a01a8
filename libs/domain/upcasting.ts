import type { AnyDomainEvent, EventType } from './domain-event.js';

type Data = Record<string, unknown>;
/** Turns the data of version n into that of version n + 1. */
export type Upcaster = (data: Data) => Data;

/** Turns a version into one that only adds fields which may be missing. */
const asItIs: Upcaster = (data) => data;

/**
 * For each event type whose shape has changed, its upcasters in order: the first turns version 1 into
 * version 2. A type that is not listed is at version 1.
 */
const upcasters: Partial<Record<EventType, readonly Upcaster[]>> = {
  DocumentUploaded: [(data) => ({ ...data, nameCommitment: null }), asItIs],
  DocumentDownloaded: [(data) => ({ ...data, sourceLanguage: null, targetLanguage: null }), asItIs],
  DocumentTranslationRequested: [asItIs],
  DocumentTranslationProgressed: [asItIs],
  DocumentTranslationCompleted: [asItIs],
  DocumentTranslationFailed: [asItIs],
  TextTranslated: [asItIs],
  TextStreamEnded: [asItIs],
  RequestRefused: [asItIs],
  RefusalsCounted: [asItIs],
  ApiKeyCreated: [asItIs],
  ApiKeyIssuedByRotation: [asItIs],
  WebhookCreated: [asItIs],
};

/** The newest version of a type, which its events are written in. */
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
