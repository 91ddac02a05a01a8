import { Rejection } from '#libs/domain/errors/rejection.js';
import { likelyChoice } from '../http/choice-constraints.js';
import { notJson } from '../http/json-fault.js';
import { structureOf } from '../http/json-structure.js';
import { dropUnknownFields, misspeltHint } from '../http/unknown-fields.js';
import { fieldNamesOf } from '../http/validation.js';
import { CancelFrame, maxIdLength, ResumeFrame, TranslateFrame } from './client-frames.dto.js';

export const frameTypes = ['auth', 'translate', 'cancel', 'resume', 'ping', 'pong'] as const;
export type FrameType = (typeof frameTypes)[number];

/** A frame whose fields have not been validated yet. */
export interface ClientFrame {
  type: FrameType;
  /** The caller's id of a translation, by which it tells frames apart; undefined when the frame has none. */
  id: string | undefined;
  /** All fields but the type. */
  fields: object;
  /** Bytes of the whole frame. */
  bytes: number;
}

/** Thrown for a frame that cannot be read; the part of its id that could be read goes back with the error. */
export class UnreadableFrame extends Error {
  override readonly name = 'UnreadableFrame';
  constructor(
    readonly rejection: Rejection,
    readonly id: string | undefined,
  ) {
    super(rejection.message);
  }
}

const fieldOf = (fields: object, name: string): unknown =>
  Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;

const idOf = (fields: object): string | undefined => {
  const id = fieldOf(fields, 'id');
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength && id.isWellFormed() ? id : undefined;
};

/** Maximum bytes of the first frame, which has a key in it. */
export const maxFirstFrameBytes = 1024;
/** Maximum number of values of a frame: there are at most ten fields. */
const maxFrameValues = 100;

/** The fields of each type that are read, beside the type. */
const knownFields: Record<FrameType, readonly string[]> = {
  auth: ['api_key'],
  translate: fieldNamesOf(TranslateFrame),
  cancel: fieldNamesOf(CancelFrame),
  resume: fieldNamesOf(ResumeFrame),
  ping: [],
  pong: [],
};

/** The first frame is refused unread where it is too long. @throws Rejection */
export const assertFirstFrame = (bytes: number): void => {
  if (bytes <= maxFirstFrameBytes) return;
  throw new Rejection('invalid_request', {
    message: `The first frame must be auth, of at most ${maxFirstFrameBytes} bytes.`,
    details: { limit: maxFirstFrameBytes },
  });
};

const parse = (data: Buffer): unknown => {
  try {
    structureOf('The frame', data, { values: maxFrameValues });
  } catch (error) {
    throw error instanceof Rejection ? new UnreadableFrame(error, undefined) : error;
  }
  const text = data.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFrame(notJson('The frame', text), undefined);
  }
};

/**
 * Reads a frame, and drops the values of fields that its type has not.
 * @throws UnreadableFrame
 */
export const readFrame = (data: Buffer): ClientFrame => {
  const whole = parse(data);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new UnreadableFrame(
      new Rejection('invalid_request', { message: 'A frame must be a JSON object.' }),
      undefined,
    );
  }
  const { type: given, ...fields }: { type?: unknown } = whole;
  const type = frameTypes.find((known) => known === given);
  const id = idOf(fields);
  if (type !== undefined) {
    dropUnknownFields(fields, knownFields[type]);
    return { type, id, fields, bytes: data.length };
  }
  const isMissing = given === undefined || given === null || given === '';
  const what = `${isMissing ? 'is required,' : 'must be'} one of ${frameTypes.join(', ')}`;
  const hint = isMissing ? `.${misspeltHint('type', fields, ['type'])}` : likelyChoice([given], frameTypes) || '.';
  throw new UnreadableFrame(
    new Rejection('invalid_request', {
      message: `The frame is not valid: type ${what}${hint}`,
      details: { type: [what] },
    }),
    id,
  );
};

/** The string in a field; undefined where it is missing, empty or something else. */
export const textField = (frame: ClientFrame, name: string): string | undefined => {
  const value = fieldOf(frame.fields, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};
