import { Rejection } from '#libs/domain/errors/rejection.js';
import { toRejection } from '../http/error-envelope.js';
import type { ClientFrame } from './client-frame.js';
import type { ReadPause } from './read-pause.js';
import { closeCodes } from './stream-frames.js';
import { identify, type StreamIdentity } from './stream-identity.js';
import { requestOf, type StreamClient } from './stream-request.js';
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
      const message = 'No auth frame came within 10 seconds.';
      connection.close(new Rejection('missing_api_key', { message }), closeCodes.unauthorized);
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

  /** Waits no longer for the frame. */
  end(): void {
    clearTimeout(this.timer);
  }

  private async authenticate(frame: ClientFrame): Promise<void> {
    const { services, connection } = this;
    const request = requestOf(this.client);
    try {
      connection.accept(await identify(services, request, frame, this.client.session));
    } catch (error) {
      const rejection = await services.records.refused(request, toRejection(error));
      if (rejection.status >= 500) connection.refuse(rejection, request.id);
      else if (rejection.status === 429) connection.close(rejection, closeCodes.tooMany, request.id);
      else connection.close(rejection, closeCodes.unauthorized, request.id);
    }
  }
}
