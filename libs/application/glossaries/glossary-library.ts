import { LRUCache } from 'lru-cache';
import { GlossaryCompiler } from '#libs/application/glossaries/glossary-compiler.js';
import type { GlossaryReference } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { newestVersion } from './own-glossary.js';

export interface GlossaryWanted {
  glossaryId: string | undefined;
  /** The domain as the caller gave it; a glossary that is bound to it applies when none is named. */
  domain: string | undefined;
  /** Source language; undefined for a text whose language could not be detected: any glossary to the target will do. */
  source: string | undefined;
  target: string;
}

export interface AppliedGlossary {
  id: string;
  version: number;
  matcher: GlossaryMatcher;
}

/** A read model of the glossaries that are bound to domains. */
export interface BoundGlossaries {
  /** Resolves to the id of the newest glossary bound to the domain between any of these languages. */
  newestBound(
    organizationId: string,
    binding: { domain: string; sources: readonly string[]; targets: readonly string[] },
  ): Promise<string | undefined>;
}

interface Options {
  eventStore: EventStore;
  blobs: BlobStore;
  queries: BoundGlossaries;
  /** Maximum bytes of compiled glossaries, by their own estimate. */
  maxBytes?: number;
  /** Milliseconds that a domain's binding is cached. */
  bindingMs?: number;
}

const mebibyte = 1024 * 1024;

/**
 * Names of a language: a regional variant is also its language, so that a glossary to `pt` serves `pt-BR`, and not
 * the other way round.
 */
const namesOf = (language: string): string[] => [...new Set([language, baseLanguage(language)])];

const assertPair = ({ sourceLanguage, targetLanguage }: GlossaryVersion, { source, target }: GlossaryWanted): void => {
  const isForSource = source === undefined || namesOf(source).includes(sourceLanguage);
  if (isForSource && namesOf(target).includes(targetLanguage)) return;
  const pair = source === undefined ? `to ${target}` : `from ${source} to ${target}`;
  throw new Rejection('invalid_request', {
    message: `The glossary is for ${sourceLanguage} to ${targetLanguage}, and the translation is ${pair}.`,
    details: { glossary_id: [`is for ${sourceLanguage} to ${targetLanguage}`] },
  });
};

const isNotFound = (error: unknown): boolean =>
  error instanceof BlobNotFoundError || (error instanceof Rejection && error.code === 'glossary_not_found');

/**
 * The glossaries of translations. The newest version is read from the log each time, so that no node ever applies
 * an old one; compiled ones are cached by the id of their entries, which never change.
 */
export class GlossaryLibrary {
  private readonly matchers: LRUCache<string, GlossaryMatcher>;
  private readonly compiler: GlossaryCompiler;
  private readonly bindings: LRUCache<string, { id: string | undefined }>;
  private forgotten = 0;

  constructor(private readonly options: Options) {
    const { maxBytes = 256 * mebibyte, bindingMs = 1_000 } = options;
    this.matchers = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes)) });
    this.compiler = new GlossaryCompiler(options.blobs);
    this.bindings = new LRUCache({ max: 10_000, ttl: bindingMs, ttlResolution: 50 });
  }

  /**
   * The version for a translation, as a reference that a translation made later can use; undefined when none is
   * named and none bound to the domain.
   * @throws Rejection `glossary_not_found`; `invalid_request` naming `glossary_id` when it is for another pair
   */
  async referenceFor(organizationId: string, wanted: GlossaryWanted): Promise<GlossaryReference | undefined> {
    const chosen = await this.choose(organizationId, wanted);
    return chosen && { id: chosen.glossaryId, version: chosen.version, blobId: chosen.blobId };
  }

  /**
   * Finds the same version as `referenceFor`, ready to be applied to segments.
   * @throws as `referenceFor`
   */
  async forRequest(organizationId: string, wanted: GlossaryWanted): Promise<AppliedGlossary | undefined> {
    const version = await this.choose(organizationId, wanted);
    if (version === undefined) return undefined;
    try {
      return { id: version.glossaryId, version: version.version, matcher: await this.matcherOf(version) };
    } catch (error) {
      // The glossary was deleted in the meantime.
      if (!isNotFound(error)) throw error;
      if (wanted.glossaryId === undefined) return undefined;
      throw new Rejection('glossary_not_found');
    }
  }

  /** Removes compiled versions of a deleted glossary; other nodes lose theirs in time. */
  drop(blobIds: readonly string[]): void {
    for (const blobId of blobIds) this.matchers.delete(blobId);
  }

  /** Makes a changed binding hold on this node at once; other nodes see it within `bindingMs`. */
  forget(organizationId: string): void {
    this.forgotten += 1;
    const prefix = bindingKey(organizationId);
    for (const key of this.bindings.keys()) if (key.startsWith(prefix)) this.bindings.delete(key);
  }

  private async choose(organizationId: string, wanted: GlossaryWanted): Promise<GlossaryVersion | undefined> {
    if (wanted.glossaryId === undefined) return this.bound(organizationId, wanted);
    const version = await newestVersion(this.options.eventStore, organizationId, wanted.glossaryId);
    assertPair(version, wanted);
    return version;
  }

  private async bound(organizationId: string, wanted: GlossaryWanted): Promise<GlossaryVersion | undefined> {
    const { domain, source, target } = wanted;
    if (domain === undefined || source === undefined || source === target) return undefined;
    const key = bindingKey(organizationId, domain, source, target);
    const { id } = this.bindings.get(key) ?? (await this.lookUp(organizationId, { domain, source, target }, key));
    if (id === undefined) return undefined;
    try {
      return await newestVersion(this.options.eventStore, organizationId, id);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  private async lookUp(
    organizationId: string,
    { domain, source, target }: { domain: string; source: string; target: string },
    key: string,
  ): Promise<{ id: string | undefined }> {
    const before = this.forgotten;
    const binding = { domain, sources: namesOf(source), targets: namesOf(target) };
    const found = { id: await this.options.queries.newestBound(organizationId, binding) };
    if (this.forgotten === before) this.bindings.set(key, found);
    return found;
  }

  private async matcherOf({ blobId, sourceLanguage, targetLanguage }: GlossaryVersion): Promise<GlossaryMatcher> {
    const known = this.matchers.get(blobId);
    if (known !== undefined) return known;
    const matcher = await this.compiler.compile(blobId, { source: sourceLanguage, target: targetLanguage });
    this.matchers.set(blobId, matcher);
    return matcher;
  }
}

const bindingKey = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('');
