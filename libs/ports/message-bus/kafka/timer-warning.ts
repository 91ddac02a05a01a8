let isSilenced = false;

/**
 * Drops a warning: kafkajs 2.2.4 sets timers in the past as it checks whether it is throttled, which Node from 24 on
 * warns of. They run at once, as meant. That warning alone is dropped, and for kafkajs alone.
 */
export const silenceKafkaTimerWarning = (): void => {
  if (isSilenced) return;
  isSilenced = true;
  const emitWarning = process.emitWarning;
  process.emitWarning = (...warning: unknown[]): void => {
    const isOfKafka = warning[1] === 'TimeoutNegativeWarning' && new Error().stack?.includes('kafkajs');
    if (!isOfKafka) Reflect.apply(emitWarning, process, warning);
  };
};
