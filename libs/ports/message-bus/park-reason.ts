import type { Json } from '#libs/domain/json.js';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import type { Message } from './message-bus.port.js';

const maxLength = 500;
/** Minimum length of a value to look for: shorter ones ("en", "1") stand in many a message by chance. */
const minValueLength = 4;

const quotes = (text: string, value: Json): boolean => {
  if (typeof value === 'string') return value.length >= minValueLength && text.includes(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => quotes(text, member));
};

/**
 * Returns the reason of a parked message that operators may see: an error that quotes the event is given by its name
 * alone.
 */
export const parkReason = (error: unknown, { data, metadata }: Pick<Message, 'data' | 'metadata'>): string => {
  const reason = describeFault(error);
  const isSafe = !(error instanceof SyntaxError) && !quotes(reason, data) && !quotes(reason, metadata);
  if (isSafe) return reason.slice(0, maxLength);
  return error instanceof Error ? error.name.slice(0, maxLength) : 'unknown';
};
