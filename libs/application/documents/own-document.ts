import type { DocumentCommand } from '#libs/domain/document/document.commands.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import type { Document } from '#libs/domain/document/document.state.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Execution, execute, hasWritten, loadState, streamName } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SpendOptions } from '../character-quota.port.js';

export type ExistingDocument = Extract<Document, { upload: unknown }>;

const assertOwned: (state: Document, organizationId: string) => asserts state is ExistingDocument = (
  state,
  organizationId,
) => {
  if (state.status === 'none' || state.status === 'deleted' || state.upload.organizationId !== organizationId) {
    throw new Rejection('document_not_found');
  }
};

const assertIdForm = (id: string): void => {
  if (!isId(id, 'doc')) throw new Rejection('document_not_found');
};

/**
 * Loads a document from its events. One of another organization counts as missing.
 * @throws Rejection `document_not_found`
 */
export const loadOwnDocument = async (
  store: Pick<EventStore, 'readStream'>,
  organizationId: string,
  id: string,
): Promise<ExistingDocument> => {
  assertIdForm(id);
  const { state } = await loadState(store, document, id);
  assertOwned(state, organizationId);
  return state;
};

/**
 * Runs a command on a document of the caller's organization.
 * @throws Rejection `document_not_found`, or as the rules refuse
 */
export const executeOnOwnDocument = async (
  store: EventStore,
  id: string,
  command: DocumentCommand,
  metadata: EventMetadata,
): Promise<Execution<Document, DocumentEvent>> => {
  assertIdForm(id);
  const check = (state: Document): void => assertOwned(state, metadata.organizationId);
  return execute(store, document, id, command, { commandId: metadata.requestId, metadata, check });
};

/** A request under an idempotency key; taken over, an earlier attempt may have done already what it is about to do. */
export interface Repeatable {
  isTakenOver: boolean;
}

/** How a quota knows what an earlier attempt of a request has spent on a document. */
export const spendingOn = (
  store: Pick<EventStore, 'readStream'>,
  documentId: string,
  { requestId }: EventMetadata,
  repeatable: Repeatable | undefined,
): SpendOptions => {
  if (repeatable === undefined) return {};
  const isSpent = () => hasWritten(store, streamName(document.category, documentId), requestId);
  return { execution: requestId, isSpent: repeatable.isTakenOver ? isSpent : undefined };
};
