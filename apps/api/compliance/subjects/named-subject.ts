import { Rejection } from '#libs/domain/errors/rejection.js';
import { formatAddress, parseAddress } from '#libs/platform/ip-address/ip-address.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { mayBeUserId, notUserId } from '../../http/constraints.js';

export const subjectTypes = ['user', 'ip_address'] as const satisfies readonly SubjectType[];

/**
 * The id by which a data subject is known: of an address its one spelling, whatever writing it is given in. `field` names it
 * in the refusal.
 * @throws Rejection `invalid_request` for what is no address, and no id of a user
 */
export const subjectIdOf = ({ type, id }: { type: SubjectType; id: string }, field: string): string => {
  if (type === 'user') {
    if (mayBeUserId(id)) return id;
    throw new Rejection('invalid_request', { details: { [field]: [notUserId] } });
  }
  const address = parseAddress(id);
  if (address) return formatAddress(address);
  throw new Rejection('invalid_request', { details: { [field]: ['must be an IP address'] } });
};
