import type { Pool } from 'pg';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { PartitionCheckpoint, PartitionState } from './partition-work.js';
import { partitionName, type TopicPartition } from './sticky-assigner.js';

export interface CheckpointToSave extends TopicPartition {
  place: PartitionCheckpoint;
}

export interface PlaceRow {
  topic: string;
  partition: number;
  position: Position;
  next_offset: string;
}

interface SavedPlace extends PlaceRow {
  /** Id, stream and revision of the last message at the position; null where there is none, or an older release has saved the place. */
  event_id: string | null;
  stream: string | null;
  revision: string | null;
}

export interface RetryRequest {
  eventId: string;
  stream: string;
  revision: number;
  type: string;
  attempts: number;
}

const retriesAtATime = 1_000;

/**
 * The place of a group in each partition: a position and an offset, whatever the number of messages. Messages that it
 * covers are done whichever process writes it, so writes need no fencing: the greatest wins. The last message beside
 * the position says which history of the log it is of.
 */
export class GroupOffsets {
  constructor(
    private readonly pool: Pool,
    private readonly group: string,
  ) {}

  async register(types: readonly string[]): Promise<void> {
    await this.pool.query(
      `insert into message_bus.kafka_group (name, types) values ($1, $2)
       on conflict (name) do update set types = excluded.types, updated_at = now()`,
      [this.group, types],
    );
  }

  /** Reads the places. A group that was on the embedded bus resumes where it was there. */
  async read(partitions: readonly TopicPartition[]): Promise<PartitionState[]> {
    const [saved, earlier] = await Promise.all([
      this.pool.query<SavedPlace>(
        `select topic, partition, position, next_offset, event_id, stream, revision
         from message_bus.kafka_partition where group_name = $1`,
        [this.group],
      ),
      this.pool.query<{ position: Position }>('select position from message_bus.consumer_group where name = $1', [
        this.group,
      ]),
    ]);
    const places = new Map(saved.rows.map((row) => [partitionName(row), toPlace(row)]));
    const start = { position: earlier.rows[0]?.position ?? START, next: 0n };
    const found = partitions.map((partition) => places.get(partitionName(partition)) ?? start);
    const earliest = found.map(({ position }) => position).sort()[0] ?? START;
    const parked = await this.pool.query<{ event_id: string }>(
      'select event_id from message_bus.parked_message where group_name = $1 and position > $2',
      [this.group, earliest],
    );
    const ids = new Set(parked.rows.map(({ event_id }) => event_id));
    return found.map((place) => ({ place, parked: ids }));
  }

  async save(places: readonly CheckpointToSave[]): Promise<void> {
    await this.pool.query(
      `insert into message_bus.kafka_partition as saved (group_name, topic, partition, position, next_offset, event_id, stream, revision)
       select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::bigint[], $6::uuid[], $7::text[], $8::bigint[])
       on conflict (group_name, topic, partition) do update
         set position = excluded.position, next_offset = excluded.next_offset, event_id = excluded.event_id,
           stream = excluded.stream, revision = excluded.revision, updated_at = now()
         where saved.position <= excluded.position`,
      [
        this.group,
        places.map(({ topic }) => topic),
        places.map(({ partition }) => partition),
        places.map(({ place }) => place.position),
        places.map(({ place }) => String(place.next)),
        places.map(({ place }) => place.mark?.id ?? null),
        places.map(({ place }) => place.mark?.stream ?? null),
        places.map(({ place }) => place.mark?.revision ?? null),
      ],
    );
  }

  /** Forgets the position of a place, which is of another history of the log; the offset stays. */
  async forget({ topic, partition }: TopicPartition): Promise<void> {
    await this.pool.query(
      `update message_bus.kafka_partition set position = $4, event_id = null, stream = null, revision = null
       where group_name = $1 and topic = $2 and partition = $3`,
      [this.group, topic, partition, START],
    );
  }

  /** Reads parked messages that are to be tried again. */
  async retryRequests(): Promise<RetryRequest[]> {
    const { rows } = await this.pool.query<{ event_id: string; revision: string } & Omit<RetryRequest, 'eventId'>>(
      `select event_id, stream, revision, type, attempts from message_bus.parked_message
       where group_name = $1 and retry_requested order by position limit ${retriesAtATime}`,
      [this.group],
    );
    return rows.map(({ event_id, revision, ...row }) => ({ ...row, eventId: event_id, revision: Number(revision) }));
  }
}

const toPlace = ({ position, next_offset, event_id, stream, revision }: SavedPlace): PartitionCheckpoint => ({
  position,
  next: BigInt(next_offset),
  mark:
    event_id === null || stream === null || revision === null
      ? undefined
      : { id: event_id, stream, revision: Number(revision) },
});
