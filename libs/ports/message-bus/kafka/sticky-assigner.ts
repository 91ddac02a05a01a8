import { type Assigner, AssignerProtocol, type GroupMember, type PartitionAssigner } from 'kafkajs';

export interface TopicPartition {
  topic: string;
  partition: number;
}

/** Partitions by topic. */
type Assignment = Record<string, number[]>;

export interface Claim {
  memberId: string;
  owned: readonly TopicPartition[];
}

export const partitionName = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

/**
 * Shares partitions evenly, to within one, and leaves with each member as many of its own as that allows: a partition
 * that moves ends the work in hand on it. (kafkajs itself has only round robin, which moves nearly all.)
 */
export const assignPartitions = (
  members: readonly Claim[],
  partitions: readonly TopicPartition[],
): Map<string, TopicPartition[]> => {
  const free = new Map(partitions.map((partition) => [partitionName(partition), partition]));
  const minEach = Math.floor(partitions.length / members.length);
  let mayHaveOneMore = partitions.length % members.length;
  const shares = new Map<string, TopicPartition[]>();
  for (const { memberId, owned } of members.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
    const kept: TopicPartition[] = [];
    for (const partition of owned) {
      const isFull = kept.length >= minEach + (mayHaveOneMore > 0 ? 1 : 0);
      if (!isFull && free.delete(partitionName(partition))) kept.push(partition);
    }
    if (kept.length > minEach) mayHaveOneMore -= 1;
    shares.set(memberId, kept);
  }
  for (const partition of free.values()) {
    let smallest: TopicPartition[] | undefined;
    for (const share of shares.values()) if (smallest === undefined || share.length < smallest.length) smallest = share;
    smallest?.push(partition);
  }
  return shares;
};

const byTopic = (partitions: readonly TopicPartition[]): Assignment => {
  const assignment: Assignment = {};
  for (const { topic, partition } of partitions) {
    assignment[topic] ??= [];
    assignment[topic].push(partition);
  }
  return assignment;
};

const flat = (assignment: Assignment): TopicPartition[] =>
  Object.entries(assignment).flatMap(([topic, partitions]) => partitions.map((partition) => ({ topic, partition })));

const ownedBy = ({ memberMetadata }: GroupMember): TopicPartition[] => {
  const userData = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData;
  return userData === undefined || userData.length === 0 ? [] : flat(JSON.parse(userData.toString()));
};

/** Makes the assigner; `owned` returns the partitions that this member has at the time of the call. */
export const stickyAssigner =
  (owned: () => readonly TopicPartition[]): PartitionAssigner =>
  ({ cluster }): Assigner => {
    const name = 'transledger-sticky';
    const version = 0;
    return {
      name,
      version,
      assign: async ({ members, topics }) => {
        const partitions = topics.flatMap((topic) =>
          cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => ({ topic, partition: partitionId })),
        );
        const claims = members.map((member) => ({ memberId: member.memberId, owned: ownedBy(member) }));
        return Array.from(assignPartitions(claims, partitions), ([memberId, share]) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version,
            assignment: byTopic(share),
            userData: Buffer.alloc(0),
          }),
        }));
      },
      protocol: ({ topics }) => ({
        name,
        metadata: AssignerProtocol.MemberMetadata.encode({
          version,
          topics,
          userData: Buffer.from(JSON.stringify(byTopic(owned()))),
        }),
      }),
    };
  };
