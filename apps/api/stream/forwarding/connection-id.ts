import { randomBytes } from 'node:crypto';
import { newId } from '#libs/platform/ids/new-id.js';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const nodeIdLength = 8;
/** Length of what stands before the node's id: the prefix and the time of the ULID. */
const beforeNode = 'con_'.length + 10;

/** Makes an id for the life of a process: 40 random bits in the letters of a ULID. */
export const newNodeId = (): string =>
  Array.from(randomBytes(nodeIdLength), (byte) => alphabet[byte % alphabet.length]).join('');

/** Makes the id of a connection that says which node has it: the first half of the random part is the node's id. */
export const newConnectionId = (nodeId: string): string => {
  const id = newId('con');
  return id.slice(0, beforeNode) + nodeId + id.slice(beforeNode + nodeId.length);
};

const form = /^con_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The node that has a connection; undefined where the id is none of a connection. */
export const nodeOf = (connectionId: string): string | undefined =>
  form.test(connectionId) ? connectionId.slice(beforeNode, beforeNode + nodeIdLength) : undefined;
