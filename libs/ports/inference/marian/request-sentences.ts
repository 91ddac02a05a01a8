import { TextGroups } from '../sentences/text-groups.js';
import {
  type MarianModels,
  type SentenceOptions,
  type SentenceToken,
  SentenceTooLongError,
  type SentenceTranslation,
} from './marian-models.js';

/** Sentences that one call has at most. */
const maxTogether = 256;
/** UTF-16 units of a sentence that might be too long, and so goes alone: one that is has the whole call refused. */
const lengthAlone = 500;

/** The sentences of one request, each asked of one model. Rejects as `MarianModels` does. */
export class RequestSentences {
  private readonly groups = new TextGroups<SentenceTranslation | SentenceTooLongError>(
    maxTogether,
    async (texts, answered) => (await this.answersTo(texts)).forEach(answered),
  );

  constructor(
    private readonly models: Pick<MarianModels, 'translate' | 'stream'>,
    private readonly options: SentenceOptions,
  ) {}

  /** Translates a sentence together with the others of its turn. @throws SentenceTooLongError */
  async translate(text: string): Promise<SentenceTranslation> {
    const answer = text.length > lengthAlone ? (await this.answersTo([text]))[0] : await this.groups.add(text);
    if (answer === undefined) throw new TypeError('No answer came for a sentence');
    if (answer instanceof SentenceTooLongError) throw answer;
    return answer;
  }

  stream(text: string): AsyncGenerator<SentenceToken, SentenceTranslation, undefined> {
    return this.models.stream(text, this.options);
  }

  /** Asks for sentences; where one of them is too long, again for each half of them, until it is alone. */
  private async answersTo(texts: readonly string[]): Promise<(SentenceTranslation | SentenceTooLongError)[]> {
    try {
      return await this.models.translate(texts, this.options);
    } catch (error) {
      if (!(error instanceof SentenceTooLongError)) throw error;
      if (texts.length <= 1) return texts.map(() => error);
      const middle = texts.length >> 1;
      const halves = [texts.slice(0, middle), texts.slice(middle)];
      return (await Promise.all(halves.map((half) => this.answersTo(half)))).flat();
    }
  }
}
