import type { TLSSocket } from 'node:tls';
import { FrameWriter } from '../frame-writer.js';
import type { HeldTranslation } from '../held-translation.js';
import { ReadPause } from '../read-pause.js';
import type { CredentialOwner, TranslationHolder } from '../stream-resumption.js';

interface Options {
  owner: CredentialOwner;
  translation: HeldTranslation;
  socket: TLSSocket;
  /** Milliseconds for which the translation can be taken again once the link is gone. */
  resumableMs: number;
  /** Called when this reader holds the translation no longer. */
  onGone: () => void;
}

/** The reader of a translation of this node, on another node: it holds the translation as a connection would. */
export class LinkReader implements TranslationHolder {
  private readonly outlet: FrameWriter;
  private isGone = false;
  private forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {
    const { socket } = options;
    const writable = {
      send: (text: string, written: () => void) => void socket.write(`${text}\n`, written),
      pong: (_data: Buffer, _mask: boolean, written: () => void) => written(),
      close: () => void socket.end(),
    };
    // What the other node sends is a few bytes, and is always read.
    this.outlet = new FrameWriter(writable, new ReadPause({ pause: () => undefined, resume: () => undefined }));
  }

  get owner(): CredentialOwner {
    return this.options.owner;
  }

  find(id: string): HeldTranslation | undefined {
    const { translation } = this.options;
    return translation.id === id ? translation : undefined;
  }

  release(translation: HeldTranslation): void {
    translation.detach(this.outlet);
    this.outlet.close(0);
    this.forget();
  }

  begin(index: number): void {
    this.options.translation.attach(this.outlet, index);
  }

  cancel(): void {
    this.options.translation.stop('cancelled');
  }

  /** Keeps the translation for somebody who resumes it, for a while. */
  linkClosed(): void {
    this.outlet.closed();
    if (this.isGone) return;
    const { translation, resumableMs } = this.options;
    translation.detach(this.outlet);
    this.forgetting = setTimeout(() => this.giveUp(), resumableMs).unref();
  }

  /** Lets the translation end within the time, if somebody reads it; resolves when it has ended. */
  async bringDown(drainMs: number): Promise<void> {
    const { translation } = this.options;
    if (this.forgetting !== undefined) this.giveUp();
    const late = setTimeout(() => translation.stop('going-down'), drainMs);
    await translation.whenEnded;
    clearTimeout(late);
    this.outlet.close(0);
    this.forget();
  }

  private giveUp(): void {
    this.forget();
    this.options.translation.stop('broken');
  }

  private forget(): void {
    clearTimeout(this.forgetting);
    if (!this.isGone) this.options.onGone();
    this.isGone = true;
  }
}
