const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Waits before the second, third … attempt; ten attempts in all, over about 75 hours. */
export const webhookRetryDelays: readonly number[] = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];

/** Max wait in milliseconds, however long a receiver asks to wait. */
export const maxWebhookDelay = Math.max(...webhookRetryDelays);
