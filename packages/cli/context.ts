import { Transledger } from '@transledger/sdk';
import type { Io } from './io.js';
import type { Output } from './output.js';
import { type ChosenProfile, chooseProfile } from './profiles.js';
import { version } from './version.js';

/** Options that every command takes. */
export interface GlobalOptions {
  profile?: string;
  json?: true;
  plain?: true;
}

/** A run of one command. */
export class Context {
  private chosen: Promise<ChosenProfile> | undefined;

  constructor(
    readonly io: Io,
    readonly output: Output,
    private readonly options: GlobalOptions,
  ) {}

  /** The service and the key. @throws CommandError where there is none */
  profile(): Promise<ChosenProfile> {
    this.chosen ??= chooseProfile(this.io.env, this.options.profile);
    return this.chosen;
  }

  /** The client of the service. */
  async client(): Promise<Transledger> {
    return this.clientOf(await this.profile());
  }

  clientOf({ url, apiKey }: { url: string; apiKey: string }): Transledger {
    const fetchAs: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('user-agent', `transledger-cli/${version}`);
      return fetch(input, { ...init, headers });
    };
    return new Transledger({ baseUrl: url, apiKey, fetch: fetchAs });
  }

  /** Options of a call that ends with the program. */
  get call(): { signal: AbortSignal } {
    return { signal: this.io.signal };
  }
}
