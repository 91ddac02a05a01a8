export interface TextAnswer {
  text: string;
  /** 0 to 1, if the model keeps to the contract. */
  confidence: number;
}

/** A model that translates one text at a time, from one language to another, as one request wants it. */
export interface TextModel {
  /** Whether a text may hold inline markup (`markup-exchange.ts`). */
  readonly marksUp: boolean;
  translate(text: string): Promise<TextAnswer>;
  /** The pieces of the translation as they come; returns the confidence. Undefined where the model cannot. */
  readonly stream: ((text: string) => AsyncGenerator<string, number, undefined>) | undefined;
}
