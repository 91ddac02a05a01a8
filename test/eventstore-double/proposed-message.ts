import type sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import { missingMetadata } from './rpc-errors.js';
import type { ProposedEvent } from './stored-event.js';

type Uuid = sharedMessages.UUID;

interface ProposedMessage {
  getId(): Uuid | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

const uuidText = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

/** The id in its textual form, whichever form it was sent in. */
export const parseUuid = (uuid: Uuid | undefined): string => {
  const structured = uuid?.getStructured();
  if (structured === undefined) return uuid?.getString() ?? '';
  const hex = uuidText(structured.getMostSignificantBits()) + uuidText(structured.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** @throws ServiceError when a required property is missing */
export const parseProposedMessage = (message: ProposedMessage): ProposedEvent => {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  if (type === undefined) throw missingMetadata('type');
  const contentType = properties.get('content-type');
  if (contentType === undefined) throw missingMetadata('content-type');
  return {
    id: parseUuid(message.getId()),
    type,
    contentType: contentType === 'application/json' ? contentType : 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

interface StreamIdentifier {
  getStreamName_asU8(): Uint8Array;
}

export const parseStreamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
