import type { KafkaMessage } from 'kafkajs';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { isInLog } from '#libs/ports/event-store/log-mark.js';
import type { PartitionWork } from './partition-work.js';

export interface Compared {
  /** Offsets of the messages that the log does not hold. */
  foreign: ReadonlySet<string>;
  /** Whether the group's own place in the partition was one of another history. */
  isPlaceForeign: boolean;
}

/** Maximum of messages that are looked up at the same time. */
const atATime = 4;

/**
 * Compares what is in Kafka with the log, which alone says what has happened. After the log was restored to an earlier
 * time, Kafka still holds events that were written since then and are lost, and the log gives their positions to others:
 * neither may they be acted upon, nor may those that come at the same positions count as seen.
 * @param onStep called while it takes its time
 * @throws EventStoreUnavailableError
 */
export const compareWithLog = async (
  eventStore: Pick<EventStore, 'readStream'>,
  work: Pick<PartitionWork, 'messagesIn' | 'mark'>,
  records: readonly KafkaMessage[],
  onStep: () => Promise<void> = async () => undefined,
): Promise<Compared> => {
  const messages = work.messagesIn(records);
  const comesAgain = messages.some(({ isRepeated }) => isRepeated);
  const isPlaceForeign = comesAgain && work.mark !== undefined && !(await isInLog(eventStore, work.mark));
  const toCompare = messages.filter(({ isRepeated }) => isPlaceForeign || !isRepeated);
  const foreign = new Set<string>();
  for (let first = 0; first < toCompare.length; first += atATime) {
    await Promise.all(
      toCompare.slice(first, first + atATime).map(async ({ message, offset }) => {
        if (!(await isInLog(eventStore, message))) foreign.add(offset);
      }),
    );
    await onStep();
  }
  return { foreign, isPlaceForeign };
};
