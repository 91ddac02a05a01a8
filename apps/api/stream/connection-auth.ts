import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { toRejection } from '../http/error-envelope.js';
import { assertFirstFrame, type ClientFrame } from './client-frame.js';
import type { ReadPause } from './read-pause.js';
import { closeCodes } from './stream-frames.js';
import { credentialOf, identify, type StreamIdentity } from './stream-identity.js';
import { requestOf, type StreamClient, type StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

const authWithinMs = 10_000;

/** The connection that is authenticated. */
export interface Authenticated {
  accept(identity: StreamIdentity): void;
  /** Answers an auth frame that may be sent again. */
  refuse(rejection: Rejection, requestId: string): void;
  close(rejection: Rejection, code: number, requestId?: string): void;
}

/** Authenticates a connection by its first frame, which has to come within ten seconds. */
export class ConnectionAuth {
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | undefined;

  constructor(
    private readonly services: StreamServices,
    private readonly client: StreamClient,
    private readonly reading: ReadPause,
    private readonly connection: Authenticated,
  ) {
    this.timer = setTimeout(() => {
      this.fail(new Rejection('missing_api_key', { message: 'No auth frame came within 10 seconds.' }));
    }, authWithinMs);
  }

  /** Resolves when the frame that is looked at has its answer; undefined while none is. */
  get pending(): Promise<void> | undefined {
    return this.running;
  }

  /** @throws Rejection `missing_api_key` for any other frame */
  take(frame: ClientFrame): void {
    if (frame.type !== 'auth') throw new Rejection('missing_api_key', { message: 'The first frame must be auth.' });
    // Frames that arrive in the meantime wait in the socket.
    this.reading.hold();
    this.running = this.authenticate(frame).finally(() => {
      this.running = undefined;
      this.reading.release();
    });
  }

  /** Closes the connection for what came in place of an auth frame, and counts it for the network of the caller. */
  fail(rejection: Rejection): void {
    const requestId = newId('req');
    this.close(this.counted(rejection, requestId), requestId);
  }

  /** Closes the connection for a first frame of so many bytes. */
  failTooLong(bytes: number): void {
    try {
      assertFirstFrame(bytes);
    } catch (error) {
      this.fail(toRejection(error));
    }
  }

  /** Waits no longer for the frame. */
  end(): void {
    clearTimeout(this.timer);
  }

  private async authenticate(frame: ClientFrame): Promise<void> {
    const { services, connection } = this;
    const request = requestOf(this.client);
    try {
      connection.accept(await identify(services, request, frame, this.credentialIn(frame, request)));
    } catch (error) {
      const rejection = await services.records.refused(request, toRejection(error));
      if (rejection.status >= 500) connection.refuse(rejection, request.id);
      else this.close(rejection, request.id);
    }
  }

  private credentialIn(frame: ClientFrame, request: StreamRequest): string {
    try {
      return credentialOf(this.services, request, frame, this.client.session);
    } catch (error) {
      throw this.counted(toRejection(error), request.id);
    }
  }

  private counted(rejection: Rejection, requestId: string): Rejection {
    return this.services.openings.failed(rejection, requestId, this.client.address);
  }

  private close(rejection: Rejection, requestId: string): void {
    const code = rejection.status === 429 ? closeCodes.tooMany : closeCodes.unauthorized;
    this.connection.close(rejection, code, requestId);
  }
}
