import { Rejection } from '#libs/domain/errors/rejection.js';

/** The rejection that the work ends with; any other outcome fails the test. */
export const rejectionOf = async (work: () => unknown): Promise<Rejection> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
  throw new Error('It was not rejected');
};
