import type { Metadata, ServiceError } from '@grpc/grpc-js';
import { accessDenied, unauthenticated } from './rpc-errors.js';

export interface Credentials {
  username: string;
  password: string;
}

/** The reason why a call is refused, or undefined. Without credentials of its own the double admits every client. */
export type AccessCheck = (metadata: Metadata) => ServiceError | undefined;

export const accessCheck = (credentials: Credentials | undefined): AccessCheck => {
  if (credentials === undefined) return () => undefined;
  const wanted = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  return (metadata) => {
    const [given] = metadata.get('authorization');
    if (given === undefined) return accessDenied();
    return given === wanted ? undefined : unauthenticated();
  };
};
