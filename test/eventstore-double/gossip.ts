import { randomUUID } from 'node:crypto';
import gossipMessages, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Endpoint } from './rpc-errors.js';

const { FOLLOWER, LEADER } = gossipMessages.MemberInfo.VNodeState;

/** The leader of the cluster, as this node gossips it to its clients. */
export class Membership {
  private readonly instanceId = randomUUID();
  private readonly leaderInstanceId = randomUUID();
  /** Address of this node; known once it listens. */
  self: Endpoint = { host: '127.0.0.1', port: 0 };
  /** Another node that leads while this one follows; undefined while this one leads. */
  leader: Endpoint | undefined;

  clusterInfo(): ClusterInfo {
    const info = new gossipMessages.ClusterInfo();
    const leads = this.leader === undefined;
    info.addMembers(this.member(this.self, leads ? LEADER : FOLLOWER, this.instanceId));
    if (this.leader !== undefined) info.addMembers(this.member(this.leader, LEADER, this.leaderInstanceId));
    return info;
  }

  private member({ host, port }: Endpoint, state: typeof LEADER | typeof FOLLOWER, instanceId: string) {
    return new gossipMessages.MemberInfo()
      .setInstanceId(new sharedMessages.UUID().setString(instanceId))
      .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
      .setState(state)
      .setIsAlive(true)
      .setHttpEndPoint(new gossipMessages.EndPoint().setAddress(host).setPort(port));
  }
}

export const gossipHandler =
  (membership: Membership): handleUnaryCall<unknown, ClusterInfo> =>
  (_call, callback) =>
    callback(null, membership.clusterInfo());
