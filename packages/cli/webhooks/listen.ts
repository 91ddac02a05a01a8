import { type Transledger, TransledgerError, type WebhookMessage } from '@transledger/sdk';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import { Patience } from '../patience.js';
import { type Listener, type ListenPlace, writePlace } from './listen-place.js';
import { WakeWatch } from './wake-watch.js';

/** Seconds that the service waits for a message, and milliseconds after which a request for it is given up. */
const waitSeconds = 30;
const answerWithinMs = 45_000;
/** Milliseconds that a receiver has for its answer, as the service gives one. */
const receiverTimeoutMs = 10_000;

export interface Listening {
  listener: Listener;
  place: ListenPlace;
  /** Ends once nothing more is there. */
  once: boolean;
}

/** Sends a message to a receiver as the service would now. @returns why it was not taken; undefined where it was */
const forward = async (
  { client, context }: { client: Transledger; context: Context },
  { id, sequence, payload }: WebhookMessage,
  { forwardTo, secret }: { forwardTo: string; secret: string },
): Promise<string | undefined> => {
  const { io } = context;
  const timestamp = Math.floor(io.now() / 1_000);
  const headers = client.webhooks.testHeaders(payload, secret, { id, sequence, timestamp });
  try {
    const answer = await fetch(forwardTo, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([io.signal, AbortSignal.timeout(receiverTimeoutMs)]),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `it answered ${answer.status}`;
  } catch (error) {
    io.signal.throwIfAborted();
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code ?? (error instanceof Error ? error.message : String(error));
  }
};

/** Pulls the messages of one webhook, deals with each in its order, and keeps its place. */
export class WebhookListener {
  private readonly patience: Patience;
  private wake = new AbortController();

  constructor(
    private readonly context: Context,
    private readonly client: Transledger,
    private readonly listening: Listening,
  ) {
    this.patience = new Patience(context.io);
  }

  /** Listens until the program ends. @throws CommandError `gap` where messages are gone */
  async listen(): Promise<void> {
    const { io, output } = this.context;
    const watch = new WakeWatch(io.now, (slept) => {
      output.note(`The machine has slept for ${Math.round(slept / 60_000)} minutes. The messages since then come now.`);
      this.wake.abort(new TransledgerError('The machine has slept.', { code: 'connection_failed', retryable: true }));
      this.wake = new AbortController();
    });
    try {
      let isTold = false;
      for (let isOver = false; !isOver; ) {
        const messages = await this.pull();
        if (!isTold) output.note('It is listening.');
        isTold = true;
        for (const message of messages) await this.deal(message);
        isOver = this.listening.once && messages.length === 0;
      }
    } finally {
      watch.stop();
    }
  }

  /** The next messages, however long the service is away. */
  private async pull(): Promise<readonly WebhookMessage[]> {
    const { io, output } = this.context;
    const { place, once } = this.listening;
    for (let failures = 0; ; failures += 1) {
      try {
        const signal = AbortSignal.any([io.signal, this.wake.signal]);
        const patient = { signal, attemptTimeout: answerWithinMs, timeout: answerWithinMs, maxRetries: 0 };
        const query = { after: place.after, wait: once ? 0 : waitSeconds };
        const { messages } = await this.client.webhooks.messages(place.webhookId, query, patient);
        if (failures > 0) output.note('The service is there again.');
        this.patience.reset();
        return messages;
      } catch (error) {
        io.signal.throwIfAborted();
        if (!(error instanceof TransledgerError)) throw error;
        if (!error.retryable) throw this.lasting(error);
        if (failures === 0) output.note(`The service is away (${error.message}). It is asked again until it answers.`);
        await this.patience.wait();
      }
    }
  }

  /** A failure that no waiting mends. */
  private lasting(error: TransledgerError): Error {
    const { after, webhookId } = this.listening.place;
    const advice = 'GET /v1/documents and the audit log say what happened. Begin anew with --new.';
    if (error.status === 404) return new CommandError('gap', `The webhook ${webhookId} is gone.`, advice);
    if (error.status === 400 && after > 0)
      return new CommandError('gap', `The service knows no message ${after}: it was restored from a backup.`, advice);
    return error;
  }

  private async deal(message: WebhookMessage): Promise<void> {
    const { io } = this.context;
    const { listener, place } = this.listening;
    const missed = message.sequence - place.after - 1;
    if (missed < 0) return;
    if (missed > 0)
      throw new CommandError(
        'gap',
        `The messages ${place.after + 1} to ${message.sequence - 1} are gone: they are older than 7 days.`,
        `GET /v1/documents and the audit log say what happened. Go on behind them: --after ${message.sequence - 1}`,
      );
    await this.handOver(message);
    place.after = message.sequence;
    await writePlace(io.env, listener, place);
  }

  /** Forwards a message until it is taken, then prints it. */
  private async handOver(message: WebhookMessage): Promise<void> {
    const { context, client } = this;
    const { forwardTo } = this.listening.listener;
    const { secret } = this.listening.place;
    for (let failures = 0; forwardTo !== undefined; failures += 1) {
      const why = await forward({ client, context }, message, { forwardTo, secret });
      if (why === undefined) break;
      if (failures === 0)
        context.output.warn(
          `${forwardTo} did not take message ${message.sequence}: ${why}. It is sent again until it does.`,
        );
      await this.patience.wait();
    }
    this.patience.reset();
    const { id, sequence, payload } = message;
    const shown = { id, sequence, payload: parsed(payload) };
    await context.output.print(shown, () => [`${sequence}  ${payload}`]);
  }
}

const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
};
