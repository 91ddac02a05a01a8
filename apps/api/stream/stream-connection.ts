import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { toRejection } from '../http/error-envelope.js';
import { validated } from '../http/validation.js';
import { type ClientFrame, readFrame, UnreadableFrame } from './client-frame.js';
import { CancelFrame, ResumeFrame } from './client-frames.dto.js';
import { ConnectionTranslations } from './connection-translations.js';
import { ConnectionWorkLimit } from './connection-work-limit.js';
import { FrameWriter, type WritableSocket } from './frame-writer.js';
import { ReadPause } from './read-pause.js';
import { admitText, streamScope } from './stream-admission.js';
import { closeCodes, errorFrame } from './stream-frames.js';
import { identify, type StreamIdentity } from './stream-identity.js';
import { requestOf, type StreamClient } from './stream-request.js';
import { type TranslationHolder, takeOver } from './stream-resumption.js';
import type { StreamServices } from './stream-services.js';
import { type Stop, StreamTranslation } from './stream-translation.js';

const authWithinMs = 10_000;

/** Maximum number of translate frames without an end, refused ones included. */
const maxUnanswered = 1_000;

/** Finds other connections of this node. */
export interface OtherConnections {
  find(connectionId: string): TranslationHolder | undefined;
}

/** The part of a WebSocket that a connection uses. */
export interface StreamSocket extends WritableSocket {
  pause(): void;
  resume(): void;
}

/** The protocol of one connection. */
export class StreamConnection implements TranslationHolder {
  readonly id = newId('con');
  private readonly reading: ReadPause;
  private readonly outlet: FrameWriter;
  private readonly held = new ConnectionTranslations();
  private readonly share = new ConnectionWorkLimit();
  private readonly authTimer: NodeJS.Timeout;
  private identity: StreamIdentity | undefined;
  private authenticating: Promise<void> | undefined;
  /**
   * Resolves at the end of the last translation without an id: the next waits for it, since their tokens could not
   * be told apart.
   */
  private turn: Promise<void> | undefined;
  private unanswered = 0;
  private isOver = false;
  private isGoingDown = false;

  constructor(
    private readonly services: StreamServices,
    private readonly others: OtherConnections,
    socket: StreamSocket,
    private readonly client: StreamClient,
  ) {
    this.reading = new ReadPause(socket);
    this.outlet = new FrameWriter(socket, this.reading);
    this.authTimer = setTimeout(() => {
      const message = 'No auth frame came within 10 seconds.';
      this.closeWith(new Rejection('missing_api_key', { message }), closeCodes.unauthorized);
    }, authWithinMs);
  }

  get organizationId(): string | undefined {
    return this.identity?.organizationId;
  }

  /** True when there is a translation to resume. */
  get hasTranslations(): boolean {
    return this.held.running.length + this.held.endedSoFar.length > 0;
  }

  /** Resolves when no translation is in flight. */
  async idle(): Promise<void> {
    while (this.held.running.length > 0) await Promise.all(this.held.running.map(({ whenEnded }) => whenEnded));
  }

  /** Handles one text frame. */
  receive(data: Buffer): void {
    if (this.isOver) return;
    if (this.authenticating !== undefined) void this.authenticating.then(() => this.receive(data));
    else this.handle(data);
  }

  /** Closes the connection, since frames must be text. */
  refuseBinary(): void {
    this.closeWith(new Rejection('invalid_request', { message: 'Frames must be text.' }), closeCodes.unsupportedData);
  }

  /** Sends the pong of a WebSocket ping, as there is room for it. */
  answerPing(data: Buffer): void {
    this.outlet.pong(data);
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
    for (const translation of this.held.running) {
      if (isByCaller) translation.stop('cancelled');
      else if (translation.id === undefined) translation.stop('broken');
    }
    return isByCaller;
  }

  /** Stops all translations in flight: nobody has resumed them, or the time of a shutdown is over. */
  stop(how: Stop): void {
    for (const translation of this.held.running) translation.stop(how);
  }

  /** Refuses further translations; those in flight go on until `stop`. */
  takeNoMore(): void {
    this.isGoingDown = true;
  }

  goDown(): void {
    this.closeWith(new Rejection('service_unavailable'), closeCodes.goingDown);
  }

  release(translation: StreamTranslation): void {
    translation.detach(this.outlet);
    this.held.remove(translation);
  }

  find(id: string): StreamTranslation | undefined {
    return this.held.find(id);
  }

  private handle(data: Buffer): void {
    try {
      const frame = readFrame(data);
      if (this.identity === undefined) this.beforeAuth(frame);
      else this.dispatch(frame, this.identity);
    } catch (error) {
      const id = error instanceof UnreadableFrame ? error.id : undefined;
      const rejection = error instanceof UnreadableFrame ? error.rejection : toRejection(error);
      if (this.identity === undefined) this.closeWith(rejection, closeCodes.unauthorized);
      else this.refuse(rejection, id);
    }
  }

  private beforeAuth(frame: ClientFrame): void {
    if (frame.type !== 'auth') throw new Rejection('missing_api_key', { message: 'The first frame must be auth.' });
    // Frames that arrive in the meantime wait in the socket.
    this.reading.hold();
    this.authenticating = this.authenticate(frame).finally(() => {
      this.authenticating = undefined;
      this.reading.release();
    });
  }

  private async authenticate(frame: ClientFrame): Promise<void> {
    const { services } = this;
    const request = requestOf(this.client);
    try {
      const identity = await identify(services, request, frame);
      if (this.isOver) return identity.release();
      clearTimeout(this.authTimer);
      this.identity = identity;
      const { organizationId } = identity;
      this.outlet.send({ type: 'authenticated', organization_id: organizationId, connection_id: this.id });
    } catch (error) {
      const rejection = await services.records.refused(request, toRejection(error));
      if (rejection.status >= 500) this.outlet.send(errorFrame(rejection, request.id));
      else if (rejection.status === 429) this.closeWith(rejection, closeCodes.tooManyConnections, request.id);
      else this.closeWith(rejection, closeCodes.unauthorized, request.id);
    }
  }

  private dispatch(frame: ClientFrame, identity: StreamIdentity): void {
    switch (frame.type) {
      case 'auth':
        this.refuse(new Rejection('invalid_request', { message: 'The connection is authenticated already.' }));
        return;
      case 'translate':
        this.translate(frame, identity);
        return;
      case 'cancel':
        this.answering(frame, () => this.cancel(validated(CancelFrame, frame.fields)));
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

  private answering(frame: ClientFrame, act: () => void): void {
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
      if (refusal?.status === 401 || refusal?.status === 403) this.leave(closeCodes.unauthorized);
    } catch (error) {
      this.services.logger.error({ err: error }, 'a stream ended in a fault');
    } finally {
      this.held.keepEnded(translation);
      if (this.unanswered === maxUnanswered) this.reading.release();
      this.unanswered -= 1;
    }
  }

  private cancel({ id }: CancelFrame): void {
    const translation = this.held.find(id);
    if (translation?.hasEnded === false) translation.stop('cancelled');
  }

  private async resume(frame: ClientFrame, { keyHash, organizationId }: StreamIdentity): Promise<void> {
    const request = requestOf(this.client);
    try {
      const wanted = validated(ResumeFrame, frame.fields);
      await this.services.admission.admitKey(request, keyHash, streamScope);
      if (this.isOver) return;
      const holder = this.others.find(wanted.connection_id);
      if (holder !== this && this.held.isInFlight(wanted.id)) throw new Rejection('conflict');
      const translation = takeOver(holder, organizationId, wanted);
      this.held.add(translation);
      void translation.whenEnded.then(() => this.held.keepEnded(translation));
      translation.attach(this.outlet, wanted.index);
    } catch (error) {
      const rejection = toRejection(error);
      this.outlet.send(errorFrame(rejection, request.id, frame.id));
      if (rejection.status === 401 || rejection.status === 403) this.leave(closeCodes.unauthorized);
    }
  }

  private refuse(rejection: Rejection, id?: string): void {
    this.outlet.send(errorFrame(rejection, newId('req'), id));
  }

  private closeWith(rejection: Rejection, code: number, requestId = newId('req')): void {
    if (this.isOver) return;
    this.outlet.send(errorFrame(rejection, requestId));
    this.leave(code);
  }

  private leave(code: number): void {
    this.end();
    this.outlet.close(code);
  }

  /** Stops reading and sending. */
  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.authTimer);
    this.identity?.release();
    // Frames sent to a closing socket would count as read.
    for (const translation of this.held.running) translation.detach(this.outlet);
  }
}
