import { randomUUID } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { FrameWriter } from '../frame-writer.js';
import type { HeldTranslation, Stop } from '../held-translation.js';
import { errorFrame, type ServerFrame } from '../stream-frames.js';
import type { CredentialOwner } from '../stream-resumption.js';
import { type HeldAt, type HolderMessage, lineOf, messagesOf, type ReaderMessage } from './link-messages.js';
import { beatMs, silentMs } from './node-link.js';
import type { NodeLinks } from './node-links.js';

interface Options {
  links: Pick<NodeLinks, 'open'>;
  owner: CredentialOwner;
  /** The caller's id of the translation. */
  id: string;
  heldAt: HeldAt;
  /** Id of the request that errors are reported under. */
  requestId: string;
  /** Records that the holder refused; resolves to the rejection for the caller. */
  refused: (rejection: Rejection) => Promise<Rejection>;
}

/** Holders that may say one after the other that they have passed a translation on. */
const maxMoves = 2;

const lastFrames: readonly string[] = ['complete', 'cancelled', 'error'];

/** A translation that another node holds. Its frames pass through this one, and none is kept here. */
export class ForwardedTranslation implements HeldTranslation {
  readonly id: string;
  readonly bytes = 0;
  readonly held = 1_024;
  /** The holder alone knows them. */
  readonly tokens = Number.POSITIVE_INFINITY;
  readonly whenEnded: Promise<void>;
  /** The place at which it is asked for next. */
  heldAt: HeldAt;
  private readonly readerId = randomUUID();
  private readonly end = Promise.withResolvers<void>();
  private isOver = false;
  private outlet: FrameWriter | undefined;
  private socket: TLSSocket | undefined;

  constructor(private readonly options: Options) {
    this.id = options.id;
    this.heldAt = options.heldAt;
    this.whenEnded = this.end.promise;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  attach(outlet: FrameWriter, index: number): void {
    this.outlet = outlet;
    this.hangUp();
    void this.forward(outlet, index);
  }

  detach(outlet: FrameWriter): void {
    if (this.outlet !== outlet) return;
    this.outlet = undefined;
    // A caller that closes leaves first and cancels then.
    setImmediate(() => {
      if (this.outlet === undefined) this.hangUp();
    });
  }

  /** Only a caller's cancellation reaches the holder: for whatever else it waits until somebody resumes. */
  stop(how: Stop): void {
    if (this.isOver) return;
    if (how === 'cancelled') {
      this.say({ type: 'cancel' });
      // Without a reader nobody would see the end.
      if (this.outlet === undefined) this.ended();
      return;
    }
    this.hangUp();
    this.ended();
  }

  private async forward(outlet: FrameWriter, index: number): Promise<void> {
    try {
      const { socket, messages } = await this.take(index);
      if (this.outlet !== outlet) return void socket.end();
      this.socket = socket;
      await this.passOn(messages, socket, outlet);
      if (!this.isOver) throw new Rejection('service_unavailable');
    } catch (error) {
      if (this.outlet !== outlet) return;
      const { requestId, refused } = this.options;
      const rejection = await refused(error instanceof Rejection ? error : new Rejection('service_unavailable'));
      if (this.outlet !== outlet) return;
      outlet.send(errorFrame(rejection, requestId, this.id));
      this.ended();
    }
  }

  /** Asks the holder, and the next one where it has passed the translation on. @throws Rejection */
  private async take(index: number): Promise<{ socket: TLSSocket; messages: AsyncGenerator<HolderMessage> }> {
    const { links, owner } = this.options;
    for (let moves = 0; moves <= maxMoves; moves += 1) {
      const { nodeId } = this.heldAt;
      const socket = await links.open(nodeId);
      const messages = messagesOf<HolderMessage>(socket);
      const take = { ...this.heldAt, ...owner, id: this.id, index, readerId: this.readerId };
      socket.write(lineOf({ type: 'take', ...take }));
      const answer = await firstOf(messages, socket);
      if (answer?.type === 'taken') {
        this.heldAt = { nodeId, holderId: this.readerId };
        return { socket, messages };
      }
      socket.destroy();
      if (answer?.type === 'refused') throw new Rejection(answer.code, answer);
      if (answer?.type !== 'moved') break;
      this.heldAt = { nodeId: answer.nodeId, holderId: answer.holderId };
    }
    throw new Rejection('not_found');
  }

  private async passOn(messages: AsyncGenerator<HolderMessage>, socket: TLSSocket, outlet: FrameWriter): Promise<void> {
    let isListening = true;
    let heardAt = performance.now();
    const beat = setInterval(() => {
      if (isListening && performance.now() - heardAt > silentMs) socket.destroy();
      else this.say({ type: 'ping' });
    }, beatMs).unref();
    try {
      for await (const message of messages) {
        heardAt = performance.now();
        if (!isFrame(message)) continue;
        isListening = false;
        await outlet.room();
        isListening = true;
        heardAt = performance.now();
        if (this.outlet !== outlet) return;
        outlet.send(message);
        if (lastFrames.includes(message.type)) return this.ended();
      }
    } finally {
      clearInterval(beat);
      socket.end();
    }
  }

  private say(message: ReaderMessage): void {
    if (this.socket?.writable && !this.socket.writableNeedDrain) this.socket.write(lineOf(message));
  }

  private hangUp(): void {
    this.socket?.end();
    this.socket = undefined;
  }

  private ended(): void {
    this.isOver = true;
    this.end.resolve();
  }
}

const isFrame = (message: HolderMessage): message is ServerFrame =>
  !['taken', 'moved', 'refused', 'alive'].includes(message.type);

/** The first message; undefined when none comes in time. */
const firstOf = async (
  messages: AsyncGenerator<HolderMessage>,
  socket: TLSSocket,
): Promise<HolderMessage | undefined> => {
  const late = setTimeout(() => socket.destroy(), beatMs);
  try {
    const { value } = await messages.next();
    return value;
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
};
