import { ErrorCode } from 'bullmq';

const refusals: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
];

/** Whether BullMQ did nothing, because the job is gone, elsewhere, or another's; false where Redis did not answer. */
export const isRefusedMove = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && refusals.includes(error.code);
