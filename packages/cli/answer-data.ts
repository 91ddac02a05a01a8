import type { Answer } from '@transledger/sdk';

/** The data of an answer with the id of its request, as programs read them. */
export const dataOf = <Data extends object>({ requestId, meta: _, ...data }: Answer<Data>): object => ({
  ...data,
  request_id: requestId,
});
