import { setTimeout as sleep } from 'node:timers/promises';
import { StreamConnection, type StreamSocket } from './stream-connection.js';
import type { StreamClient } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

export interface HubSocket extends StreamSocket {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'ping' | 'pong', listener: (data: Buffer) => void): unknown;
  on(event: 'close', listener: (code: number) => void): unknown;
  ping(): void;
  terminate(): void;
}

/** The part of a network connection that a hub uses. */
export interface HubLine {
  on(event: 'data', listener: (piece: Buffer) => void): unknown;
  off(event: 'data', listener: (piece: Buffer) => void): unknown;
}

export interface HubTimes {
  /** Milliseconds for which the translations of a broken connection can be resumed. Default 60,000. */
  resumableMs?: number;
  /** Milliseconds between pings. Default 30,000. */
  beatMs?: number;
  /** Milliseconds between two looks for sessions that have ended. Default 1,000. */
  sessionsEveryMs?: number;
  /** Unanswered pings after which a peer counts as dead: one that reads nothing for a minute is not. Default 4. */
  beatsUnanswered?: number;
  /** Milliseconds that translations may go on when the server shuts down. Default 10,000. */
  drainMs?: number;
}

/** Milliseconds that peers have to answer the close frames; no longer than the drain time. */
const farewellMs = 2_000;

/** Maximum connections that were closed at their opening and still hear why: each keeps a piece of what its peer sent. */
const maxDismissed = 100;

const closedNormally: readonly number[] = [1000, 1001];

interface Member {
  connection: StreamConnection;
  socket: HubSocket;
  beatsUnanswered: number;
  /** Call it when the pong arrives. */
  arrived: (() => void) | undefined;
  gone: Promise<void>;
}

/** Every connection of this node: their pings, the time in which they can be resumed, and the shutdown of all. */
export class StreamHub {
  private readonly members = new Set<Member>();
  private readonly connections = new Map<string, StreamConnection>();
  /** Ends the time in which each broken connection can be resumed, by connection id. */
  private readonly resumable = new Map<string, () => void>();
  /** Closed connections of which some translations have not ended. */
  private readonly ending = new Set<StreamConnection>();
  /** Connections that were closed at their opening, with the end of the time that they have to hear why; the oldest first. */
  private readonly dismissed = new Map<HubSocket, NodeJS.Timeout>();
  private readonly times: Required<HubTimes>;
  private readonly beating: NodeJS.Timeout;
  private readonly watching: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly services: StreamServices,
    times: HubTimes = {},
  ) {
    this.times = {
      resumableMs: 60_000,
      beatMs: 30_000,
      sessionsEveryMs: 1_000,
      beatsUnanswered: 4,
      drainMs: 10_000,
      ...times,
    };
    this.beating = setInterval(() => this.beat(), this.times.beatMs).unref();
    this.watching = setInterval(() => this.endSignedOut(), this.times.sessionsEveryMs).unref();
  }

  /** Number of open connections. */
  get size(): number {
    return this.members.size;
  }

  find(connectionId: string): StreamConnection | undefined {
    return this.connections.get(connectionId);
  }

  /** `line` has the bytes of the connection as they come. */
  accept(socket: HubSocket, client: StreamClient, line?: HubLine): void {
    const connection = new StreamConnection(this.services, this, socket, client);
    const gone = Promise.withResolvers<void>();
    const member: Member = { connection, socket, beatsUnanswered: 0, arrived: undefined, gone: gone.promise };
    this.members.add(member);
    this.connections.set(connection.id, connection);
    this.services.metrics.opened();
    socket.on('message', (data, isBinary) => {
      member.beatsUnanswered = 0;
      if (isBinary) connection.refuseBinary();
      else connection.receive(data);
    });
    socket.on('ping', (data) => connection.answerPing(data));
    socket.on('pong', () => {
      member.beatsUnanswered = 0;
      member.arrived?.();
      member.arrived = undefined;
    });
    socket.on('close', (code) => {
      clearTimeout(this.dismissed.get(socket));
      this.dismissed.delete(socket);
      this.leave(member, code);
      gone.resolve();
    });
    if (line !== undefined) this.watchOpening(member, line);
    if (this.isStopping) connection.goDown();
  }

  /** The socket would gather a frame of any length that frames may have, and nobody is known yet who would answer for it. */
  private watchOpening({ connection, socket }: Member, line: HubLine): void {
    let bytes = 0;
    // Called behind the socket, which has read the same bytes by then.
    const count = (piece: Buffer): void => {
      bytes += piece.length;
      const fate = connection.receiving(bytes);
      if (fate === 'more') return;
      line.off('data', count);
      if (fate === 'closed') this.dismiss(socket);
    };
    line.on('data', count);
  }

  private dismiss(socket: HubSocket): void {
    this.dismissed.set(socket, setTimeout(() => socket.terminate(), farewellMs).unref());
    const [oldest] = this.dismissed.keys();
    if (this.dismissed.size > maxDismissed) oldest?.terminate();
  }

  /**
   * Lets translations in flight end within the drain time, then closes everything. Resolves when all records are
   * written.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.beating);
    clearInterval(this.watching);
    for (const forget of [...this.resumable.values()]) forget();
    const open = [...this.members];
    await Promise.all(open.map((member) => this.bringDown(member)));
    await Promise.race([
      Promise.all(open.map(({ gone }) => gone)),
      sleep(Math.min(farewellMs, this.times.drainMs), undefined, { ref: false }),
    ]);
    for (const { socket } of this.members) socket.terminate();
    await Promise.all([...this.ending].map((connection) => connection.idle()));
    await this.services.records.settled();
  }

  private async bringDown({ connection }: Member): Promise<void> {
    connection.takeNoMore();
    const late = setTimeout(() => connection.stop('going-down'), this.times.drainMs);
    await connection.idle();
    clearTimeout(late);
    connection.goDown();
  }

  private leave(member: Member, code: number): void {
    const { connection } = member;
    this.members.delete(member);
    this.services.metrics.closed();
    const isOver = connection.closed(closedNormally.includes(code));
    this.ending.add(connection);
    void connection.idle().then(() => this.ending.delete(connection));
    if (isOver || !connection.hasTranslations) {
      this.connections.delete(connection.id);
      return;
    }
    const forget = () => {
      clearTimeout(timer);
      this.resumable.delete(connection.id);
      this.connections.delete(connection.id);
      connection.stop('broken');
    };
    const timer = setTimeout(forget, this.times.resumableMs).unref();
    this.resumable.set(connection.id, forget);
    if (this.isStopping) forget();
  }

  private endSignedOut(): void {
    for (const { connection } of this.members) connection.leaveIfSignedOut();
  }

  private beat(): void {
    for (const member of this.members) {
      member.beatsUnanswered += 1;
      if (member.beatsUnanswered > this.times.beatsUnanswered) member.socket.terminate();
      else {
        member.arrived ??= member.connection.arrival();
        member.socket.ping();
        member.connection.ping();
      }
    }
  }
}
