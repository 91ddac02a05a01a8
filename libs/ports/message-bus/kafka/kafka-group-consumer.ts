import type { Kafka, KafkaMessage } from 'kafkajs';
import { backoff } from '#libs/platform/async/backoff.js';
import { every } from '#libs/platform/async/every.js';
import { pause } from '#libs/platform/async/pause.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { KeyLanes } from '../key-lanes.js';
import type { ConsumerGroup, Message } from '../message-bus.port.js';
import { laneKeyOf, messageTask, ownerOf, type Parking } from '../message-task.js';
import { keptByPlace, keptWhole, maxUndone, maxWhole, type WaitingMessage } from '../waiting-message.js';
import { ConsumerSession, SessionEndedError, type SessionListener } from './consumer-session.js';
import type { GroupOffsets } from './group-offsets.js';
import { type Compared, compareWithLog } from './log-comparison.js';
import { partitionOf } from './partition-of.js';
import { PartitionWork } from './partition-work.js';
import { prepareTopics, topicDiffers, topicsWereGone } from './prepare-topics.js';
import { rejectIfAbortIgnored } from './reject-if-abort-ignored.js';
import { partitionName, type TopicPartition } from './sticky-assigner.js';
import { deadLetterTopic, topicOf, topicsOf } from './topics.js';

interface Settings {
  kafka: Kafka;
  prefix: string;
  group: ConsumerGroup;
  eventStore: EventStore;
  places: GroupOffsets;
  parking: Parking;
  sessionTimeoutMs: number;
  /** Maximum messages of all partitions read and not done, which bounds the memory; `maxUndone` when omitted. */
  maxUndone?: number;
  /** Receives faults of work that is tried again. */
  onFault: (error: unknown) => void;
}

const saveEveryMs = 100;
/** Milliseconds between two saves of a place that moved without messages. */
const saveIdleEveryMs = 1_000;
const lookForRetriesEveryMs = 2_000;
const readAgainAfterMs = 500;

/** A consumer of a group: one membership after another, until it is ended. */
export class KafkaGroupConsumer implements SessionListener {
  private readonly lanes: KeyLanes;
  private readonly group: ConsumerGroup;
  private readonly ending = new AbortController();
  /** Aborted when nothing runs any more and all is saved. */
  private readonly over = new AbortController();
  private readonly untilOver = Promise.withResolvers<void>();
  private grace: NodeJS.Timeout | undefined;
  private session: ConsumerSession | undefined;
  private works = new Map<string, PartitionWork>();
  private readonly paused = new Set<PartitionWork>();
  private readonly retrying = new Map<string, PartitionWork>();
  private prepared = false;
  private failures = 0;
  private savedIdleAt = performance.now();
  private committing: Promise<void> | undefined;

  constructor(private readonly settings: Settings) {
    const { group } = settings;
    this.lanes = new KeyLanes(group.concurrency, group.perOrganization);
    this.group = { ...group, handle: (delivery) => rejectIfAbortIgnored(group.handle(delivery), delivery.signal) };
  }

  /** Begins no further message; aborts handlers after the grace period. */
  end(graceMs: number): void {
    clearTimeout(this.grace);
    this.grace = setTimeout(() => this.abort(), graceMs);
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    this.lanes.close();
    void this.finish();
  }

  /** Resolves when the consumer was ended. */
  async run(): Promise<void> {
    const { onFault } = this.settings;
    const saving = every(saveEveryMs, { signal: this.over.signal, onFault }, () => this.save());
    const retrying = every(lookForRetriesEveryMs, { signal: this.ending.signal, onFault }, () => this.takeRetries());
    while (!this.ending.signal.aborted) {
      await this.join();
      if (!this.ending.signal.aborted) await pause(backoff(this.failures), this.ending.signal);
    }
    await this.untilOver.promise;
    await Promise.all([saving, retrying]);
  }

  owned(): TopicPartition[] {
    return Array.from(this.works.values(), ({ partition }) => partition);
  }

  onRebalancing(): void {
    void this.save(true).catch((error: unknown) => this.settings.onFault(error)); // the next member begins there
  }

  /** Goes on with work on partitions that stay; ends work on those that left. */
  onAssigned(partitions: readonly TopicPartition[]): void {
    this.failures = 0;
    const before = this.works;
    this.works = new Map();
    const begun: PartitionWork[] = [];
    for (const partition of partitions) {
      const name = partitionName(partition);
      const work = before.get(name) ?? this.workOn(partition);
      if (!before.delete(name)) begun.push(work);
      this.works.set(name, work);
    }
    for (const work of before.values()) this.lose(work);
    for (const work of begun) this.session?.resume(work.partition); // it may have been paused when we had it last
    this.resumePaused(); // what left may have been all that waited
    void this.begin(begun);
  }

  async onBatch(
    from: TopicPartition,
    messages: readonly KafkaMessage[],
    heartbeat: () => Promise<void>,
  ): Promise<void> {
    const work = this.works.get(partitionName(from));
    if (work === undefined) throw new SessionEndedError('Messages came of a partition that is not ours');
    while (!work.isReady && !work.signal.aborted) {
      await Promise.race([work.ready, pause(readAgainAfterMs)]);
      await heartbeat();
    }
    const compared = await this.compare(work, messages, heartbeat);
    if (compared === undefined || this.ending.signal.aborted || work.signal.aborted) return;
    if (compared.isPlaceForeign) work.forgetSeen();
    work.accept(messages, compared.foreign);
    if (this.undone < this.maxUndone) return;
    this.paused.add(work);
    this.session?.pause(from);
  }

  /** Compares with the log, again and again while it is unavailable; undefined when the work was ended meanwhile. */
  private async compare(
    work: PartitionWork,
    records: readonly KafkaMessage[],
    heartbeat: () => Promise<void>,
  ): Promise<Compared | undefined> {
    const { eventStore, places, group, onFault } = this.settings;
    const { topic, partition } = work.partition;
    while (!this.ending.signal.aborted && !work.signal.aborted) {
      try {
        const compared = await compareWithLog(eventStore, work, records, heartbeat);
        const { foreign, isPlaceForeign } = compared;
        if (isPlaceForeign) await places.forget(work.partition);
        if (isPlaceForeign || foreign.size > 0) {
          group.lifeCycle?.emit('group.foreign', {
            group: group.name,
            topic,
            partition,
            count: foreign.size,
            isPlaceForeign,
          });
        }
        return compared;
      } catch (error) {
        if (!(error instanceof EventStoreUnavailableError)) throw error;
        onFault(error);
        await pause(readAgainAfterMs, this.ending.signal);
        await heartbeat();
      }
    }
    return undefined;
  }

  /** Runs one membership, until it breaks or the consumer ends. */
  private async join(): Promise<void> {
    const { kafka, group, prefix, sessionTimeoutMs, onFault } = this.settings;
    const topics = topicsOf(group.types).map(({ name }) => `${prefix}${name}`);
    const session = new ConsumerSession({ kafka, groupId: `${prefix}${group.name}`, topics, sessionTimeoutMs }, this);
    this.session = session;
    try {
      await Promise.race([this.prepare().then(() => session.run()), this.untilOver.promise]);
    } catch (error) {
      this.failures += 1;
      if (!this.ending.signal.aborted) onFault(error);
    } finally {
      if (!this.over.signal.aborted) await this.loseAll();
      await session.close();
      this.session = undefined;
    }
  }

  private async prepare(): Promise<void> {
    const { kafka, prefix, group, places, onFault } = this.settings;
    await places.register(group.types);
    const topics = [...topicsOf(group.types), deadLetterTopic(group.name)];
    const { created, differences } = await prepareTopics(kafka, prefix, topics);
    if (this.prepared && created.length > 0) onFault(topicsWereGone(created));
    if (!this.prepared) for (const line of differences) onFault(topicDiffers(line));
    this.prepared = true;
  }

  private workOn(partition: TopicPartition): PartitionWork {
    const { group, onFault } = this.settings;
    return new PartitionWork(partition, {
      types: new Set(group.types),
      onMessage: (message, work, onDone) => this.enqueue(message, this.waiting(message, work), work, 0, onDone),
      onFault,
    });
  }

  /** Reads where the partitions begin, again and again while the database is unavailable, until the consumer ends. */
  private async begin(works: readonly PartitionWork[]): Promise<void> {
    const { signal: ending } = this.ending;
    for (let left = works; left.length > 0 && !ending.aborted; ) {
      try {
        const states = await this.settings.places.read(left.map(({ partition }) => partition));
        for (const [index, state] of states.entries()) left[index]?.begin(state);
      } catch (error) {
        if (ending.aborted) return;
        this.settings.onFault(error);
        await pause(readAgainAfterMs, ending);
      }
      left = left.filter(({ signal, isReady }) => !signal.aborted && !isReady);
    }
  }

  private waiting(message: Message, work: PartitionWork): WaitingMessage {
    // The message is noted already.
    if (this.undone <= maxWhole) return keptWhole(message);
    const { eventStore, group } = this.settings;
    const { topic, partition } = work.partition;
    const read = keptByPlace(eventStore, message);
    return async () => {
      const found = await read();
      // As what was not in the log when it came: the log was replaced since.
      if (found === undefined) {
        group.lifeCycle?.emit('group.foreign', {
          group: group.name,
          topic,
          partition,
          count: 1,
          isPlaceForeign: false,
        });
      }
      return found;
    };
  }

  /** @param waiting gives the message when its turn has come */
  private enqueue(
    message: Message,
    waiting: WaitingMessage,
    work: PartitionWork,
    attemptsBefore: number,
    onDone: () => void,
  ): void {
    const { parking, onFault } = this.settings;
    const task = messageTask({ group: this.group, parking, onFault }, waiting, {
      attemptsBefore,
      signal: work.signal,
      onDone: () => {
        onDone();
        this.resumePaused();
      },
    });
    this.lanes.add(`${work.id}/${laneKeyOf(this.group, message)}`, task, ownerOf(message));
  }

  private get maxUndone(): number {
    return this.settings.maxUndone ?? maxUndone;
  }

  /** Messages of all partitions that were read and are not done. */
  private get undone(): number {
    let undone = 0;
    for (const work of this.works.values()) undone += work.undone;
    return undone;
  }

  private resumePaused(): void {
    if (this.paused.size === 0 || this.undone > this.maxUndone / 2) return;
    for (const { partition, signal } of this.paused) if (!signal.aborted) this.session?.resume(partition);
    this.paused.clear();
  }

  private lose(work: PartitionWork): void {
    this.paused.delete(work);
    work.lose();
  }

  private abort(): void {
    for (const work of this.works.values()) this.lose(work);
  }

  private async loseAll(): Promise<void> {
    this.abort();
    await this.save(true).catch((error: unknown) => this.settings.onFault(error)); // what is done stays done
    this.works.clear();
  }

  private async finish(): Promise<void> {
    await this.lanes.untilIdle();
    clearTimeout(this.grace);
    await this.save(true).catch((error: unknown) => this.settings.onFault(error));
    await this.committing;
    this.over.abort();
    this.untilOver.resolve();
  }

  private async save(passedByToo = false): Promise<void> {
    const idle = passedByToo || performance.now() - this.savedIdleAt >= saveIdleEveryMs;
    if (idle) this.savedIdleAt = performance.now();
    const unsaved = [...this.works.values()].flatMap((work) => {
      const place = work.unsaved(idle);
      return place === undefined ? [] : [{ work, place, ...work.partition }];
    });
    if (unsaved.length === 0) return;
    await this.settings.places.save(unsaved);
    for (const { work, place } of unsaved) work.markSaved(place);
    const offsets = unsaved.map(({ topic, partition, place }) => ({ topic, partition, offset: String(place.next) }));
    // The offset is for tools that watch the group, and a place to begin; which messages are done is known without
    // it.
    this.committing ??= this.session
      ?.commit(offsets)
      .catch(() => undefined)
      .finally(() => {
        this.committing = undefined;
      });
  }

  private async takeRetries(): Promise<void> {
    const { places, eventStore, prefix } = this.settings;
    for (const { eventId, stream, revision, type, attempts } of await places.retryRequests()) {
      const { name, partitions } = topicOf(type);
      const partition = { topic: `${prefix}${name}`, partition: partitionOf(stream, partitions) };
      const work = this.works.get(partitionName(partition));
      if (work === undefined || this.retrying.get(eventId)?.signal.aborted === false) continue;
      for await (const message of eventStore.readStream(stream, { from: revision, limit: 1 })) {
        this.retrying.set(eventId, work);
        this.enqueue(message, keptWhole(message), work, attempts, () => this.retrying.delete(eventId));
      }
    }
  }
}
