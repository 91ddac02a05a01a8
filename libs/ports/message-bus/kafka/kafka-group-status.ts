import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ageInSeconds, logLag } from '#libs/ports/event-store/log-lag.js';
import { isAtOrAfter, type Position, START } from '#libs/ports/event-store/position.js';
import { countedLag, type Lag, noLag, unknownLag } from '#libs/ports/event-store/shared-subscription/observed-lag.js';
import { MessageBusUnavailableError } from '../message-bus.errors.js';
import type { ConsumerGroupStatus } from '../message-bus.port.js';
import type { PlaceRow } from './group-offsets.js';
import { partitionOf } from './partition-of.js';
import { withAdmin } from './prepare-topics.js';
import { RelayCheckpoint } from './relay-checkpoint.js';
import { partitionName, type TopicPartition } from './sticky-assigner.js';
import { topicOf, topicsOf } from './topics.js';

interface Sources {
  pool: Pool;
  kafka: Kafka;
  prefix: string;
  eventStore: EventStore;
}

interface GroupRow {
  name: string;
  types: string[];
  parked: number;
}

interface PartitionLag extends TopicPartition {
  position: Position;
  next: bigint;
  lag: number;
}

/** Maximum events examined for the oldest message of a lagging partition: seldom more than the first page. */
const lookedThrough = 5_000;
/** Milliseconds after which that is given up. */
const lookMs = 5_000;

/** Lags behind the relay of groups by their types. */
type RelayLags = (position: Position, groups: readonly (readonly string[])[]) => Promise<Lag[]>;

/** Reads the log behind the relay for each group. */
const lagsFromLog =
  (eventStore: EventStore): RelayLags =>
  (position, groups) =>
    Promise.all(groups.map((types) => logLag(eventStore, { position, types })));

/** Looks at the head of the log; where the relay is not there, one page behind it is read for all groups. */
const lagsFromOnePage =
  (eventStore: EventStore): RelayLags =>
  async (after, groups) => {
    if (isAtOrAfter(after, await eventStore.head())) return groups.map(() => noLag);
    const page = await eventStore.readAll({ after, types: [...new Set(groups.flat())], limit: countedLag });
    return groups.map((types) => {
      const waiting = page.events.filter(({ type }) => types.includes(type));
      const isKnown = page.atEnd || waiting.length >= countedLag;
      const [oldest] = waiting;
      const age = oldest === undefined ? undefined : ageInSeconds(oldest);
      return isKnown ? { lagEvents: waiting.length, lagSeconds: age ?? 0 } : { lagEvents: undefined, lagSeconds: age };
    });
  };

/** Reads the status of every group that has ever run on Kafka. */
export const readKafkaGroupStatus = (sources: Sources): Promise<ConsumerGroupStatus[]> =>
  groupStatusWith(sources, lagsFromLog(sources.eventStore));

/** The same with one read of the log at most for what is not published. */
export const observeKafkaGroupStatus = (sources: Sources): Promise<ConsumerGroupStatus[]> =>
  groupStatusWith(sources, lagsFromOnePage(sources.eventStore));

const groupStatusWith = async (sources: Sources, relayLags: RelayLags): Promise<ConsumerGroupStatus[]> => {
  const { pool } = sources;
  const { rows } = await pool.query<GroupRow>(
    `select g.name, g.types, count(p.event_id)::int as parked
       from message_bus.kafka_group g left join message_bus.parked_message p on p.group_name = g.name
      group by g.name order by g.name`,
  );
  if (rows.length === 0) return [];
  // The order of these reads matters, so that no event is missed between those that wait for the relay and those on
  // the topics.
  const published = await new RelayCheckpoint(pool, sources.prefix).read();
  const waiting = await relayLags(
    published,
    rows.map(({ types }) => types),
  );
  const places = await readPlaces(pool);
  const ends = await readEnds(sources, [...new Set(rows.flatMap(({ types }) => topicsOf(types)))]);
  return Promise.all(
    rows.map(async ({ name, types, parked }, index) => {
      const topics = new Set(topicsOf(types).map((topic) => `${sources.prefix}${topic.name}`));
      const partitions = ends.filter(({ topic }) => topics.has(topic)).map((end) => lagOf(end, places.get(name)));
      const { lagEvents, lagSeconds } = waiting[index] ?? unknownLag;
      const oldest = await oldestAge(sources, types, partitions);
      return {
        group: name,
        checkpoint: partitions.map((partition) => `${partitionName(partition)}@${partition.next}`).join(' '),
        lagEvents: lagEvents === undefined ? undefined : lagEvents + partitions.reduce((sum, { lag }) => sum + lag, 0),
        lagSeconds: lagSeconds === undefined || oldest === undefined ? undefined : Math.max(lagSeconds, oldest),
        parked,
      };
    }),
  );
};

type Places = ReadonlyMap<string, PlaceRow>;

const readPlaces = async (pool: Pool): Promise<Map<string, Places>> => {
  const { rows } = await pool.query<PlaceRow & { group_name: string }>(
    'select group_name, topic, partition, position, next_offset from message_bus.kafka_partition',
  );
  const groups = Map.groupBy(rows, ({ group_name }) => group_name);
  return new Map(
    Array.from(groups, ([group, ofGroup]) => [group, new Map(ofGroup.map((row) => [partitionName(row), row]))]),
  );
};

interface PartitionEnd extends TopicPartition {
  low: bigint;
  high: bigint;
}

const readEnds = ({ kafka, prefix }: Sources, topics: readonly { name: string }[]): Promise<PartitionEnd[]> =>
  withAdmin(kafka, async (admin) => {
    const offsets = await Promise.all(
      topics.map(async ({ name }) => {
        const topic = `${prefix}${name}`;
        return (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => {
          return { topic, partition, low: BigInt(low), high: BigInt(high) };
        });
      }),
    );
    return offsets.flat();
  }).catch((error: unknown) => {
    throw new MessageBusUnavailableError('The Kafka brokers cannot be asked for their offsets', { cause: error });
  });

/** Lag of a partition. An offset after the end belongs to a topic that was there before this one. */
const lagOf = (end: PartitionEnd, places: Places | undefined): PartitionLag => {
  const row = places?.get(partitionName(end));
  const saved = row === undefined ? end.low : BigInt(row.next_offset);
  const next = saved > end.high || saved < end.low ? end.low : saved;
  const { topic, partition } = end;
  return { topic, partition, next, position: row?.position ?? START, lag: Number(end.high - next) };
};

/**
 * Age of the first event that a lagging partition has and the group has not handled, read from the log; undefined where it
 * is not found among the first.
 */
const oldestAge = async (
  { eventStore, prefix }: Sources,
  types: readonly string[],
  partitions: readonly PartitionLag[],
): Promise<number | undefined> => {
  const lagging = new Map(partitions.filter(({ lag }) => lag > 0).map((one) => [partitionName(one), one]));
  let after = [...lagging.values()].map(({ position }) => position).sort()[0];
  if (after === undefined) return 0;
  const until = performance.now() + lookMs;
  for (let seen = 0; seen < lookedThrough; ) {
    const page = await eventStore.readAll({ after, types, limit: 1_000 });
    const first = page.events.find((event) => {
      const { name, partitions: count } = topicOf(event.type);
      const held = lagging.get(
        partitionName({ topic: `${prefix}${name}`, partition: partitionOf(event.stream, count) }),
      );
      return held !== undefined && event.position > held.position;
    });
    if (first !== undefined) return ageInSeconds(first);
    if (page.atEnd) return 0;
    seen += page.events.length;
    if (performance.now() > until) return undefined;
    after = page.position;
  }
  return undefined;
};
