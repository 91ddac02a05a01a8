import type { InstalledModel } from './model.events.js';

export type ModelCommand =
  /** `installedAt` is the time of its installation where that is known, else that at which it was seen. */
  | { type: 'RecordInstalledModel'; model: InstalledModel; installedAt: string }
  | { type: 'RecordRemovedModel'; now: string };
