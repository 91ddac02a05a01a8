import type { LifeCycleEvent, LifeCycleEvents } from './life-cycle.events.js';
import type { LifeCycle } from './life-cycle.js';

interface Line<E extends LifeCycleEvent> {
  /** `error` when somebody has to act, since the work does not go on by itself; `info` for the end of a fault. */
  level: 'info' | 'warn' | 'error';
  message: string;
  /** The fact of the event that names the place. */
  place: keyof LifeCycleEvents[E];
}

/** The line of each event; `silent` for an event that is no failure or whose line another event writes. */
export const lifeCycleLines: { readonly [E in LifeCycleEvent]: Line<E> | 'silent' } = {
  'job.tried': 'silent',
  'job.retried': { level: 'warn', message: 'a job failed and is tried again', place: 'queue' },
  'job.given-up': { level: 'error', message: 'a job was given up', place: 'queue' },
  'message.tried': 'silent',
  'message.retried': { level: 'warn', message: 'a message failed and is tried again', place: 'group' },
  'message.delayed': { level: 'warn', message: 'a message waits for the end of an outage', place: 'group' },
  'message.parked': { level: 'error', message: 'a message was parked', place: 'group' },
  'group.retried': { level: 'warn', message: 'a consumer group is taken up again', place: 'group' },
  'group.foreign': { level: 'error', message: 'a group ignored messages that the log does not hold', place: 'group' },
  'log.replaced': { level: 'error', message: 'the log does not hold what a reader has passed', place: 'reader' },
  'removal.rested': { level: 'error', message: 'a job that removes things rests', place: 'queue' },
  'projection.retried': { level: 'warn', message: 'a projection failed and is tried again', place: 'projection' },
  'projection.halted': { level: 'error', message: 'a projection has halted', place: 'projection' },
  'projection.held': { level: 'error', message: 'a projection holds a lane back', place: 'projection' },
  'projection.parked': { level: 'error', message: 'a projection has parked an event', place: 'projection' },
  'relay.retried': { level: 'warn', message: 'the relay to Kafka failed and is tried again', place: 'topics' },
  'relay.halted': { level: 'error', message: 'the relay to Kafka has halted', place: 'topic' },
  'document.failed': { level: 'error', message: 'a document was not translated', place: 'document' },
  'report.generated': 'silent',
  'report.failed': { level: 'error', message: 'a report was not generated', place: 'report' },
  'dependency.refused': { level: 'warn', message: 'a dependency is away and is not asked', place: 'dependency' },
  'dependency.restored': { level: 'info', message: 'a dependency answers again', place: 'dependency' },
  'delivery.retried': { level: 'warn', message: 'a webhook failed and is sent again', place: 'delivery' },
  'delivery.given-up': { level: 'error', message: 'a webhook was given up', place: 'delivery' },
};

/** Destination of lines, such as a pino logger. */
interface LineWriter {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes one line of each failure: `kind`, `place`, `attempt` where tries are counted, `cause`, and its other facts. */
export const lifeCycleLog = (logger: LineWriter): LifeCycle => ({
  emit: (event, facts) => {
    const line = lifeCycleLines[event];
    if (line === 'silent') return;
    const [kind] = event.split('.');
    logger[line.level]({ kind, place: facts[line.place], ...facts }, line.message);
  },
});
