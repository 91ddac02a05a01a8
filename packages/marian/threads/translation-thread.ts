import { parentPort, workerData } from 'node:worker_threads';
import { instantiateKernel } from '../kernel/kernel.js';
import { BatchTranslation } from '../network/batch-translation.js';
import type { MessageFromThread, MessageToThread, ThreadData, ThreadTranslation } from './thread-messages.js';

/* A thread translates the batches that it is sent, one at a time, in its part of the memory. */
const { kernel, memory, network, scratch, endToken, cancelled } = workerData as ThreadData;
const translation = new BatchTranslation(instantiateKernel(kernel, memory), memory, network, scratch, endToken);

const tell = (message: MessageFromThread): void => parentPort?.postMessage(message);

/** Numbers of a sentence as they come; alignments are rows of its pieces. */
interface Written {
  tokens: number[];
  probabilities: number[];
  alignments: Float32Array[];
}

const packed = (
  { tokens, probabilities, alignments }: Written,
  width: number,
): Omit<ThreadTranslation, 'endProbability'> => {
  const alignment = alignments.length === 0 ? undefined : new Float32Array(width * alignments.length);
  for (const [index, row] of alignments.entries()) alignment?.set(row, width * index);
  return { tokens: Uint32Array.from(tokens), probabilities: Float32Array.from(probabilities), alignment };
};

parentPort?.on('message', (batch: MessageToThread) => {
  const written = batch.map((): Written => ({ tokens: [], probabilities: [], alignments: [] }));
  translation.translate(batch, {
    isCancelled: (index) => Atomics.load(cancelled, index) === 1,
    written: (index, token, probability, alignment) => {
      const of = written[index];
      of?.tokens.push(token);
      of?.probabilities.push(probability);
      if (alignment !== undefined) of?.alignments.push(alignment);
      if (batch[index]?.tellsTokens === true) tell({ type: 'token', index, token, probability, alignment });
    },
    ended: (index, endProbability) => {
      const of = written[index];
      if (of === undefined) return;
      tell({
        type: 'sentence',
        index,
        translation: { ...packed(of, batch[index]?.tokens.length ?? 0), endProbability },
      });
    },
  });
  tell({ type: 'batch' });
});
tell({ type: 'ready' });
