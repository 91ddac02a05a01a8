import { service } from '../../app/service';
import type { TranslationService } from './live-translation';

/** The screen's wishes as requests to the service. */
export const translationService: TranslationService = {
  async detect(text, signal) {
    const { language, confidence } = await service.detect({ text }, { signal });
    return { language, confidence };
  },
  async stream(text, wishes, onToken, signal) {
    const stream = service.stream({ ...wishes, text }, { signal });
    for await (const token of stream) onToken(token);
    const { translation, confidence, model, model_sha256: modelHashes, requestId } = await stream.result();
    return { translation, confidence, model, modelHashes, requestId };
  },
  async batch(texts, wishes, signal) {
    const { translations, meta, requestId } = await service.translateBatch(
      { ...wishes, texts: [...texts] },
      { signal },
    );
    const made = { confidence: undefined, model: meta.model ?? '', modelHashes: meta.model_sha256 ?? [], requestId };
    return translations.map(({ translation = '' }) => ({ translation, ...made }));
  },
};
