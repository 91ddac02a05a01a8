import type { HoldTarget } from './hold.events.js';

export type HoldCommand =
  | { type: 'PlaceHold'; holdId: string; organizationId: string; target: HoldTarget; reason: string; now: string }
  | { type: 'LiftHold'; now: string };
