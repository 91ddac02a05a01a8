import { BytePoster, type PosterOptions, type PostFailure } from './post-bytes.js';

export type PostedText = { status: number; contentType: string; text: string } | PostFailure;

/** Posts texts to servers that the operator has named. */
export class TextPoster {
  private readonly poster: BytePoster;

  constructor(options: PosterOptions) {
    this.poster = new BytePoster(options);
  }

  /** Resolves with every answer, and with every failure that the server or the network can cause. */
  async post(url: string, text: string): Promise<PostedText> {
    const posted = await this.poster.post(url, 'text/plain; charset=utf-8', text);
    if ('failed' in posted) return posted;
    const { bytes, ...answer } = posted;
    return { ...answer, text: bytes.toString() };
  }

  close(): Promise<void> {
    return this.poster.close();
  }
}
