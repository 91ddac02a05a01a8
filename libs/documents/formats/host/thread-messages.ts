import type { ConversionOptions } from '#libs/documents/conversions/conversion.port.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { FormatError, UnsupportedFormatError } from '../format.errors.js';
import type {
  DocumentSummary,
  ExtractedSegment,
  FormatOptions,
  MergeOptions,
  MergeSummary,
  OptionName,
  Pagination,
} from '../format.port.js';
import type { TextCount } from '../text-count.js';

/** The description of a format that a caller of the host gets. */
export interface FormatDescription {
  name: string;
  mediaType: string;
  extensions: readonly string[];
  /** The options that have an effect on such files. */
  options: readonly OptionName[];
  /** Pages, slides or sheets that such a file may have; omitted where only its size limits them. */
  maxPages?: number;
  /** Whether such files have pages only when they are laid out. */
  isPagedByLayout?: boolean;
  /** Whether such files cannot be written in every language on every machine. */
  dependsOnTarget?: boolean;
  /** One sentence where such files cannot be read on this machine now. */
  missing?: string;
  /** The other formats that such files become on this machine now. */
  outputs?: readonly string[];
  /** Whether pages of such files can be drawn on this machine now. */
  isDrawn?: boolean;
}

/** The format of a file, and whether the file's name says another one. */
export interface DetectedDescription extends FormatDescription {
  isNamedOtherwise: boolean;
}

export type ThreadJob = { size: number } & (
  | { kind: 'list' }
  | { kind: 'detect'; fileName: string; declaredType: string | undefined }
  | { kind: 'count'; format: string; options: FormatOptions }
  | { kind: 'extract'; format: string; options: FormatOptions }
  | { kind: 'merge'; format: string; options: MergeOptions }
  | { kind: 'mark'; format: string }
  | { kind: 'paginate' }
  | { kind: 'missing'; format: string; targetLanguage: string }
  | { kind: 'convert'; from: string; to: string; options: ConversionOptions }
);

/**
 * Questions of a thread to its host, and their answers. Bytes go through memory that both share, one piece at a time:
 * buffers that change threads are freed in another than they were made in, and the process grew by twice as much.
 */
export interface ThreadQuestions {
  /** The answer is the number of bytes that have been put into the shared memory. */
  read: { asked: { start: number; end: number }; answer: number };
  /** This many bytes of output are in the shared memory until the answer, which says whether more is wanted. */
  bytes: { asked: number; answer: boolean };
  /** The answer says whether more is wanted. */
  count: { asked: TextCount; answer: boolean };
  segments: { asked: ExtractedSegment[]; answer: boolean };
  translations: { asked: null; answer: { segments: Segment[]; done: boolean } };
}

/** Bytes of the memory that a thread shares with its host. */
export const sharedSize = 128 * 1024;

export type QuestionKind = keyof ThreadQuestions;

export type Answer = ThreadQuestions[QuestionKind]['answer'];

export type ThreadQuestion = {
  [Kind in QuestionKind]: { type: 'question'; id: number; kind: Kind; asked: ThreadQuestions[Kind]['asked'] };
}[QuestionKind];

export type ThreadResult =
  | FormatDescription[]
  | DetectedDescription
  | DocumentSummary
  | MergeSummary
  | Pagination
  | string
  | undefined;

/** A message of a thread in the course of a job. */
export type JobMessage =
  | ThreadQuestion
  | { type: 'ended'; result: ThreadResult }
  | { type: 'failed'; failure: ThreadFailure };

/** `ready`: the thread has loaded; a job may wait already. */
export type MessageFromThread = { type: 'ready' } | JobMessage;

export type MessageToThread =
  | { type: 'start'; job: ThreadJob }
  /** `failed`: the host has no answer; the job is lost and its error is known there. */
  | { type: 'answer'; id: number; value: Answer }
  | { type: 'failed'; id: number };

export type ThreadFailure =
  | { kind: 'format'; reason: FormatError['reason']; message: string }
  | { kind: 'unsupported'; message: string }
  /** An unforeseen error. Its message may quote the document, so it stays in the thread. */
  | { kind: 'fault'; name: string; frames: string };

export const failureOf = (error: unknown): ThreadFailure => {
  if (error instanceof FormatError) return { kind: 'format', reason: error.reason, message: error.message };
  if (error instanceof UnsupportedFormatError) return { kind: 'unsupported', message: error.message };
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  return {
    kind: 'fault',
    name,
    frames: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
};

export const errorOf = (failure: ThreadFailure): Error => {
  if (failure.kind === 'format') return new FormatError(failure.reason, failure.message);
  if (failure.kind === 'unsupported') return new UnsupportedFormatError(failure.message);
  const error = new Error(`A document format failed with ${failure.name}`);
  error.stack = `${error.name}: ${error.message}\n${failure.frames}`;
  return error;
};
