import { hash } from 'node:crypto';
import { standardKey } from '#libs/domain/certification/standard-key.js';

/** Id of the stream of a standard of an organization; a hash, for a name may have any characters. */
export const certificationId = (organizationId: string, standard: string): string =>
  `${organizationId}-${hash('sha256', standardKey(standard), 'hex').slice(0, 32)}`;
