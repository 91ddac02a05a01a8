import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { toRejection } from '../http/error-envelope.js';
import { validated } from '../http/validation.js';
import { assertFirstFrame, type ClientFrame, maxFirstFrameBytes, readFrame, UnreadableFrame } from './client-frame.js';
import { CancelFrame, ResumeFrame } from './client-frames.dto.js';
import { ConnectionAuth } from './connection-auth.js';
import { ConnectionTranslations } from './connection-translations.js';
import { ConnectionWorkLimit } from './connection-work-limit.js';
import { newConnectionId } from './forwarding/connection-id.js';
import { type OtherConnections, Resumptions } from './forwarding/resumption.js';
import { FrameLimit, framesAMinute } from './frame-limit.js';
import { FrameWriter, type WritableSocket } from './frame-writer.js';
import type { HeldTranslation, Stop } from './held-translation.js';
import { ReadPause } from './read-pause.js';
import { admitText, streamScope } from './stream-admission.js';
import { closeCodes, errorFrame, warned } from './stream-frames.js';
import type { StreamIdentity } from './stream-identity.js';
import { requestOf, type StreamClient } from './stream-request.js';
import type { CredentialOwner, TranslationHolder } from './stream-resumption.js';
import type { StreamServices } from './stream-services.js';
import { StreamTranslation } from './stream-translation.js';

/** Maximum number of translate frames without an end, refused ones included. */
const maxUnanswered = 1_000;

/** Bytes on the line of a first frame at most, with its header and pings before it. */
const maxOpeningBytes = 2 * maxFirstFrameBytes;

/** The part of a WebSocket that a connection uses. */
export interface StreamSocket extends WritableSocket {
  pause(): void;
  resume(): void;
}

/** The protocol of one connection. */
export class StreamConnection implements TranslationHolder {
  readonly id: string;
  private readonly reading: ReadPause;
  private readonly outlet: FrameWriter;
  private readonly held = new ConnectionTranslations();
  private readonly share = new ConnectionWorkLimit();
  private readonly frames = new FrameLimit();
  private readonly resumptions: Resumptions;
  private readonly auth: ConnectionAuth;
  private identity: StreamIdentity | undefined;
  /**
   * Resolves at the end of the last translation without an id: the next waits for it, since their tokens could not
   * be told apart.
   */
  private turn: Promise<void> | undefined;
  private unanswered = 0;
  private hasFrame = false;
  private isOver = false;
  private isGoingDown = false;

  constructor(
    private readonly services: StreamServices,
    others: OtherConnections,
    socket: StreamSocket,
    private readonly client: StreamClient,
  ) {
    const { links } = services;
    this.id = links === undefined ? newId('con') : newConnectionId(links.nodeId);
    this.resumptions = new Resumptions(services, others);
    this.reading = new ReadPause(socket);
    this.outlet = new FrameWriter(socket, this.reading);
    this.auth = new ConnectionAuth(services, client, this.reading, {
      accept: (identity) => this.accept(identity),
      refuse: (rejection, requestId) => this.outlet.send(errorFrame(rejection, requestId)),
      close: (rejection, code, requestId) => this.closeWith(rejection, code, requestId),
    });
  }

  get owner(): CredentialOwner | undefined {
    return this.identity;
  }

  /** True when there is a translation to resume. */
  get hasTranslations(): boolean {
    return !this.held.isEmpty;
  }

  /** Resolves when no translation is in flight. */
  idle(): Promise<void> {
    return this.held.idle();
  }

  /** Handles one text frame. */
  receive(data: Buffer): void {
    this.hasFrame = true;
    if (this.isOver) return;
    const { pending } = this.auth;
    if (pending !== undefined) void pending.then(() => this.receive(data));
    else this.handle(data);
  }

  /**
   * Told how many bytes have come until now. Where they are too many for a first frame, none of which is whole yet, the
   * connection is `closed` and reads no more; `begun` where a first frame was whole.
   */
  receiving(bytes: number): 'more' | 'begun' | 'closed' {
    if (this.isOver || this.hasFrame) return 'begun';
    if (bytes <= maxOpeningBytes) return 'more';
    this.reading.hold();
    // By then the socket has closed the connection itself where the frame says that it is over 256 KiB.
    setImmediate(() => this.auth.failTooLong(bytes));
    return 'closed';
  }

  /** Closes the connection, since frames must be text. */
  refuseBinary(): void {
    this.closeWith(new Rejection('invalid_request', { message: 'Frames must be text.' }), closeCodes.unsupportedData);
  }

  /** Sends the pong of a WebSocket ping, as there is room for it. */
  answerPing(data: Buffer): void {
    if (this.takesFrame()) this.outlet.pong(data);
  }

  /** Sends a `ping` frame to an authenticated caller, unless it does not read what it was sent before. */
  ping(): void {
    if (this.identity !== undefined && this.outlet.hasRoom) this.outlet.send({ type: 'ping' });
  }

  /** Returns a function to call once everything sent by now has arrived; it forgets the translations ended by now. */
  arrival(): () => void {
    const ended = this.held.endedSoFar;
    return () => this.held.forget(ended);
  }

  /**
   * Handles the close of the socket. Translations in flight are cancelled when the caller closed it, else kept for
   * resumption.
   * @returns true when the caller closed it
   */
  closed(isNormal: boolean): boolean {
    const isByCaller = isNormal && !this.isOver;
    this.end();
    this.outlet.closed();
    if (isByCaller) this.held.stop('cancelled');
    else this.held.stopUnnamed();
    return isByCaller;
  }

  /** Stops all translations in flight: nobody has resumed them, or the time of a shutdown is over. */
  stop(how: Stop): void {
    this.held.stop(how);
  }

  /** Refuses further translations; those in flight go on until `stop`. */
  takeNoMore(): void {
    this.isGoingDown = true;
  }

  /** Ends a connection whose user has signed out, or whose session has ended otherwise, with what is in flight. */
  leaveIfSignedOut(): void {
    if (this.isOver || this.identity === undefined || !this.services.hasSignedOut(this.identity.keyHash)) return;
    this.closeWith(
      new Rejection('invalid_credentials', { message: 'The session has ended.' }),
      closeCodes.unauthorized,
    );
    this.stop('broken');
  }

  goDown(): void {
    this.closeWith(new Rejection('service_unavailable'), closeCodes.goingDown);
  }

  release(translation: HeldTranslation): void {
    translation.detach(this.outlet);
    this.held.remove(translation);
  }

  find(id: string): HeldTranslation | undefined {
    return this.held.find(id);
  }

  private handle(data: Buffer): void {
    try {
      if (this.identity === undefined) assertFirstFrame(data.length);
      const frame = readFrame(data);
      if (this.identity === undefined) this.auth.take(frame);
      else this.dispatch(frame, this.identity);
    } catch (error) {
      const id = error instanceof UnreadableFrame ? error.id : undefined;
      const rejection = error instanceof UnreadableFrame ? error.rejection : toRejection(error);
      if (this.identity === undefined) this.auth.fail(rejection);
      else if (this.takesFrame()) this.refuse(rejection, id);
    }
  }

  private accept(identity: StreamIdentity): void {
    if (this.isOver) {
      identity.release();
      return;
    }
    this.auth.end();
    this.identity = identity;
    const { organizationId, warnings } = identity;
    this.outlet.send({
      type: 'authenticated',
      organization_id: organizationId,
      connection_id: this.id,
      ...warned(warnings),
    });
  }

  private dispatch(frame: ClientFrame, identity: StreamIdentity): void {
    if (frame.type === 'translate') {
      this.translate(frame, identity);
      return;
    }
    if (frame.type === 'cancel' && this.held.cancel(frame.id)) return;
    if (!this.takesFrame()) return;
    switch (frame.type) {
      case 'auth':
        this.refuse(new Rejection('invalid_request', { message: 'The connection is authenticated already.' }));
        return;
      case 'cancel':
        this.answering(frame, () => validated(CancelFrame, frame.fields));
        return;
      case 'resume':
        void this.resume(frame, identity);
        return;
      case 'ping':
        this.outlet.send({ type: 'pong' });
        return;
      default:
    }
  }

  /** Counts a frame that takes no request of the key; false when it is over the limit, and has had its answer. */
  private takesFrame(): boolean {
    const fate = this.frames.take();
    if (fate === 'take') return true;
    if (fate === 'drop') return false;
    const rejection = new Rejection('rate_limit_exceeded', {
      message: `A connection takes ${framesAMinute} frames a minute beside its translations.`,
      details: { limit: framesAMinute, scope: 'connection' },
    });
    if (fate === 'refuse') this.refuse(rejection);
    else this.closeWith(rejection, closeCodes.tooMany);
    return false;
  }

  private answering(frame: ClientFrame, act: () => unknown): void {
    try {
      act();
    } catch (error) {
      this.refuse(toRejection(error), frame.id);
    }
  }

  private translate(frame: ClientFrame, { keyHash }: StreamIdentity): void {
    const { services, share, outlet } = this;
    const request = requestOf(this.client);
    const { id, bytes, fields } = frame;
    const sendsTokens = !('stream' in fields && fields.stream === false);
    const translation = new StreamTranslation({ services, request, id, bytes, sendsTokens, share, outlet });
    const obstacle = this.isGoingDown ? new Rejection('service_unavailable') : this.held.obstacleTo(frame);
    const admission =
      obstacle === undefined
        ? admitText(services, request, keyHash, fields)
        : services.admission.countRequest(request, keyHash, streamScope).then(() => Promise.reject(obstacle));
    const ended = this.follow(translation, translation.run(admission, id === undefined ? this.turn : undefined));
    if (obstacle !== undefined) return;
    this.held.add(translation);
    if (id === undefined) this.turn = ended;
  }

  /** Stops reading from the caller while too many of its translate frames have no end yet. */
  private async follow(translation: StreamTranslation, run: Promise<Rejection | undefined>): Promise<void> {
    this.unanswered += 1;
    if (this.unanswered === maxUnanswered) this.reading.hold();
    try {
      const refusal = await run;
      if (refusal?.status === 401 || refusal?.status === 403) this.leave(closeCodes.unauthorized, refusal);
      else if (refusal !== undefined) this.takesFrame();
    } catch (error) {
      this.services.logger.error({ err: error }, 'a stream ended in a fault');
    } finally {
      this.held.keepEnded(translation);
      if (this.unanswered === maxUnanswered) this.reading.release();
      this.unanswered -= 1;
    }
  }

  private async resume(frame: ClientFrame, identity: StreamIdentity): Promise<void> {
    const request = requestOf(this.client);
    const { held } = this;
    try {
      const wanted = validated(ResumeFrame, frame.fields);
      const isOver = () => this.isOver;
      const resumption = { request, wanted, identity, connection: this, held, isOver };
      const translation = await this.resumptions.take(resumption);
      if (translation === undefined) return;
      void translation.whenEnded.then(() => held.keepEnded(translation));
      translation.attach(this.outlet, wanted.index);
    } catch (error) {
      const rejection = await this.services.records.resumeRefused(request, toRejection(error));
      this.outlet.send(errorFrame(rejection, request.id, frame.id));
      if (rejection.status === 401 || rejection.status === 403) this.leave(closeCodes.unauthorized, rejection);
    }
  }

  private refuse(rejection: Rejection, id?: string): void {
    this.outlet.send(errorFrame(rejection, newId('req'), id));
  }

  private closeWith(rejection: Rejection, code: number, requestId = newId('req')): void {
    if (this.isOver) return;
    this.outlet.send(errorFrame(rejection, requestId));
    this.leave(code, rejection);
  }

  private leave(code: number, why: Rejection): void {
    this.end();
    this.outlet.close(code, why.code);
  }

  /** Stops reading and sending. */
  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.auth.end();
    this.identity?.release();
    // Frames sent to a closing socket would count as read.
    for (const translation of this.held.running) translation.detach(this.outlet);
  }
}
