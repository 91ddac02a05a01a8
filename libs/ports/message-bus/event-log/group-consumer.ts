import type { Pool } from 'pg';
import { every } from '#libs/platform/async/every.js';
import { pause } from '#libs/platform/async/pause.js';
import { LogHistoryChangedError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import { ContiguousCheckpoint } from '../contiguous-checkpoint.js';
import { KeyLanes } from '../key-lanes.js';
import { MessageLostError } from '../message-bus.errors.js';
import type { ConsumerGroup, Message } from '../message-bus.port.js';
import { laneKeyOf, messageTask, ownerOf } from '../message-task.js';
import { keptByPlace, keptWhole, maxUndone, maxWhole, type WaitingMessage } from '../waiting-message.js';
import { GroupRows, GroupTakenOverError } from './group-rows.js';

interface Settings {
  pool: Pool;
  eventStore: EventStore;
  /** Subscription to the event store that all groups of this process share. */
  log: Pick<EventStore, 'subscribeToAll'>;
  group: ConsumerGroup;
  lease: Lease;
  /** Receives faults of work that is tried again. */
  onFault: (error: unknown) => void;
  /** Maximum messages read and not done, which bounds the memory; `maxUndone` when omitted. */
  maxUndone?: number;
}

const saveEveryMs = 100;
/**
 * Milliseconds between two writes of a position that moved without messages: saves a write ten times a second while
 * other types fill the log.
 */
const saveIdleEveryMs = 5_000;
const lookForRetriesEveryMs = 2_000;
/** Milliseconds that handlers may take to obey their signal before they are left behind. */
const patienceMs = 5_000;

/** One holder's turn at a consumer group: from taking it over until it stops or loses the lease. */
export class GroupConsumer {
  private readonly rows: GroupRows;
  private readonly lanes: KeyLanes;
  /** Aborted to end the reading. */
  private readonly ending = new AbortController();
  /** Aborted to end handlers: when the lease is lost, or when the grace period is over. */
  private readonly aborting = new AbortController();
  private readonly abandoned = Promise.withResolvers<void>();
  private readonly fault = Promise.withResolvers<never>();
  private grace: NodeJS.Timeout | undefined;
  private hasRoom = Promise.withResolvers<void>();
  private handled = 0;
  private onHandled: () => void = () => undefined;
  /** Set once the place reached is of another history of the log. */
  private mayNotSave = false;

  constructor(private readonly settings: Settings) {
    const { pool, group, lease } = settings;
    this.rows = new GroupRows(pool, group.name, lease.fencingToken);
    this.lanes = new KeyLanes(group.concurrency, group.perOrganization);
    this.fault.promise.catch(() => undefined);
    lease.lost.addEventListener('abort', this.abort);
    if (lease.lost.aborted) this.abort();
  }

  /** Begins no further message; aborts handlers after the grace period. */
  end(graceMs: number): void {
    this.takeNoMore();
    clearTimeout(this.grace);
    this.grace = setTimeout(() => this.abort(), graceMs);
  }

  /** Resolves when the turn was ended or lost the lease; rejects when it cannot go on. */
  async run(): Promise<void> {
    const { position, parked } = await this.rows.takeOver(this.settings.group.types);
    const checkpoint = new ContiguousCheckpoint(await this.soundPlace(position));
    const idle = new AbortController();
    const saving = this.keepSaving(checkpoint, idle.signal);
    const retrying = this.keepRetrying();
    try {
      await Promise.race([this.read(checkpoint, parked), this.fault.promise]);
    } catch (error) {
      this.mayNotSave = error instanceof LogHistoryChangedError || error instanceof MessageLostError;
      this.abort();
      throw error;
    } finally {
      this.takeNoMore();
      await Promise.race([this.lanes.untilIdle(), this.abandoned.promise]);
      clearTimeout(this.grace);
      this.settings.lease.lost.removeEventListener('abort', this.abort);
      idle.abort();
      await Promise.all([saving, retrying]);
    }
  }

  /** The place; or one before it, from which the log is still the one that the group has read. */
  private async soundPlace(position: Position): Promise<Position> {
    const { pool, eventStore, group } = this.settings;
    const soundTo = await new LogTrail(pool, eventStore).soundTo(position);
    if (soundTo === position) return position;
    group.lifeCycle?.emit('log.replaced', { reader: `group:${group.name}`, position, soundTo });
    await this.rows.goBack(soundTo);
    return soundTo;
  }

  private takeNoMore(): void {
    this.ending.abort();
    this.lanes.close();
    this.hasRoom.resolve();
  }

  private readonly abort = (): void => {
    this.takeNoMore();
    this.aborting.abort();
    setTimeout(() => this.abandoned.resolve(), patienceMs).unref();
  };

  private async read(checkpoint: ContiguousCheckpoint<Position>, parked: Set<string>): Promise<void> {
    const { log, group, maxUndone: max = maxUndone } = this.settings;
    const { signal } = this.ending;
    const pages = log.subscribeToAll({ after: checkpoint.position, types: group.types, signal });
    for await (const { events, position } of pages) {
      for (const message of events) {
        while (checkpoint.undone >= max && !signal.aborted) await this.untilRoom();
        if (signal.aborted) return;
        if (parked.delete(message.id)) checkpoint.pass(message.position);
        else this.enqueue(message, this.waiting(message, checkpoint.undone), 0, checkpoint.note(message.position));
      }
      checkpoint.pass(position);
    }
    if (!signal.aborted) throw new Error('The event log came to an end');
  }

  private untilRoom(): Promise<void> {
    this.hasRoom = Promise.withResolvers();
    return this.hasRoom.promise;
  }

  private waiting(message: Message, undone: number): WaitingMessage {
    if (undone < maxWhole) return keptWhole(message);
    const read = keptByPlace(this.settings.eventStore, message);
    return async () => {
      const found = await read();
      if (found === undefined) throw new MessageLostError();
      return found;
    };
  }

  /** @param waiting gives the message when its turn has come */
  private enqueue(message: Message, waiting: WaitingMessage, attemptsBefore: number, done: () => void): void {
    const { rows, settings, aborting } = this;
    const onDone = () => {
      done();
      this.handled += 1;
      this.onHandled();
      this.hasRoom.resolve();
    };
    const onFault = (error: unknown) => this.onFault(error);
    const task = messageTask({ group: settings.group, parking: rows, onFault }, waiting, {
      attemptsBefore,
      signal: aborting.signal,
      onDone,
    });
    this.lanes.add(laneKeyOf(settings.group, message), task, ownerOf(message));
  }

  private onFault(error: unknown): void {
    if (error instanceof GroupTakenOverError || error instanceof MessageLostError) this.fault.reject(error);
    else this.settings.onFault(error);
  }

  /** Saves the checkpoint until nothing runs any more, and then once more. */
  private async keepSaving(checkpoint: ContiguousCheckpoint<Position>, idle: AbortSignal): Promise<void> {
    const saved = { position: checkpoint.position, handled: this.handled };
    const save = async () => {
      const { handled } = this;
      const { position } = checkpoint;
      if (position !== saved.position && !this.mayNotSave && !this.settings.lease.lost.aborted) {
        await this.rows.saveCheckpoint(position);
        saved.position = position;
      }
      saved.handled = handled;
    };
    const trySaving = () => save().catch((error: unknown) => this.onFault(error));
    while (!idle.aborted) {
      await this.untilHandledBeyond(saved.handled, idle);
      await pause(saveEveryMs, idle);
      await trySaving();
    }
    await trySaving();
  }

  /** Waits until more messages have been handled, or it is time to save a position that moved without messages. */
  private untilHandledBeyond(handled: number, idle: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        idle.removeEventListener('abort', end);
        this.onHandled = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, saveIdleEveryMs);
      idle.addEventListener('abort', end);
      this.onHandled = end;
      if (idle.aborted || this.handled !== handled) end();
    });
  }

  private keepRetrying(): Promise<void> {
    const enqueued = new Set<string>();
    const onFault = (error: unknown) => this.onFault(error);
    return every(lookForRetriesEveryMs, { signal: this.ending.signal, onFault }, async () => {
      for (const { eventId, stream, revision, attempts } of await this.rows.retryRequests()) {
        if (enqueued.has(eventId)) continue;
        for await (const message of this.settings.eventStore.readStream(stream, { from: revision, limit: 1 })) {
          enqueued.add(eventId);
          this.enqueue(message, keptWhole(message), attempts, () => enqueued.delete(eventId));
        }
      }
    });
  }
}
