import { untilAborted } from '#libs/platform/async/until-aborted.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { GlossaryLanguages } from '#libs/text/glossary/glossary-languages.js';
import { compileGlossary, type GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { loadEntries } from './stored-entries.js';

interface Compilation {
  matcher: Promise<GlossaryMatcher>;
  giveUp: AbortController;
  waiting: number;
}

class NobodyWaitsError extends Error {
  override readonly name = 'NobodyWaitsError';
}

/** Loads and compiles glossaries: the same one once for all callers, and no further when none waits any more. */
export class GlossaryCompiler {
  private readonly running = new Map<string, Compilation>();

  constructor(private readonly blobs: Pick<BlobStore, 'read'>) {}

  /** @throws BlobNotFoundError once the glossary is deleted, BlobCorruptError; the signal's reason */
  async compile(blobId: string, languages: GlossaryLanguages, signal?: AbortSignal): Promise<GlossaryMatcher> {
    signal?.throwIfAborted();
    const key = [blobId, languages.source, languages.target].join('\n');
    const compilation = this.running.get(key) ?? this.begin(key, blobId, languages);
    compilation.waiting += 1;
    try {
      return await (signal === undefined ? compilation.matcher : untilAborted(compilation.matcher, signal));
    } finally {
      compilation.waiting -= 1;
      if (compilation.waiting === 0) this.end(key, compilation);
    }
  }

  private begin(key: string, blobId: string, languages: GlossaryLanguages): Compilation {
    const giveUp = new AbortController();
    const compilation = { matcher: this.loaded(blobId, languages, giveUp.signal), giveUp, waiting: 0 };
    this.running.set(key, compilation);
    return compilation;
  }

  private async loaded(blobId: string, languages: GlossaryLanguages, signal: AbortSignal): Promise<GlossaryMatcher> {
    const entries = await loadEntries(this.blobs, blobId);
    signal.throwIfAborted();
    return compileGlossary(entries, languages, signal);
  }

  private end(key: string, compilation: Compilation): void {
    if (this.running.get(key) === compilation) this.running.delete(key);
    compilation.giveUp.abort(new NobodyWaitsError('Nobody waits for the glossary any more'));
  }
}
