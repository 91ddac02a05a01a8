export interface TextAnswer {
  text: string;
  /** Confidence from 0 to 1, if the model keeps to the contract. */
  confidence: number;
}

/** A model that translates one text at a time, from one language to another, for one request. */
export interface TextModel {
  /** Whether a text may hold inline markup (`markup-exchange.ts`). */
  readonly marksUp: boolean;
  translate(text: string): Promise<TextAnswer>;
  /** Streams the pieces of the translation; returns the confidence. Undefined where the model cannot stream. */
  readonly stream: ((text: string) => AsyncGenerator<string, number, undefined>) | undefined;
}
