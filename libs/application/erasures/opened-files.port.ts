import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';

/** The injection token of the files that have opened personal values. */
export const OPENED_FILES = Symbol('OpenedFiles');

/** Files of the service in which personal values of an organization stand opened. */
export interface OpenedFiles {
  /**
   * Removes those that were made, and voids those that are being made, from before the call. What was removed is made anew where it can be. May run
   * again. Begin when no process opens anything of the subject any more.
   * @returns false while one of them is still there: it is to be called again
   */
  remove(erasure: { erasureId: string; metadata: EventMetadata }): Promise<boolean>;
}
