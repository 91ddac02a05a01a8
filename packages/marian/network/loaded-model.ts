import { readBinaryModel } from '../files/binary-model.js';
import { ByteSource, type ModelFile } from '../files/byte-source.js';
import { readConfiguration } from '../files/model-configuration.js';
import { readShortlist } from '../files/shortlist.js';
import { createMemory, maximumPages, pageBytes, type SharedMemory } from '../kernel/kernel.js';
import { Vocabulary } from '../vocabulary/vocabulary.js';
import { planScratch, type Scratch } from './scratch.js';
import { type Network, planWeights } from './weights.js';

/** The files of a model, unpacked; each a path or its bytes. */
export interface ModelFiles {
  /** Binary model with weights of 8 bits. */
  model: ModelFile;
  /** One vocabulary for both languages, or that of the source and that of the target. */
  vocabularies: readonly [ModelFile] | readonly [source: ModelFile, target: ModelFile];
  /** Lexical shortlist. Without it every token of the vocabulary is a candidate at each step, which takes longer. */
  shortlist?: ModelFile | undefined;
}

/** A model in one memory, with room for so many threads. */
export interface LoadedModel {
  memory: SharedMemory;
  network: Network;
  /** Room of each thread. */
  scratches: Scratch[];
  source: Vocabulary;
  target: Vocabulary;
}

/**
 * Reads a model into a shared memory. Throws `ModelFileError` for a file that is no such file, is damaged, does not belong to the others,
 * or is a network that is not supported; nothing of it stays then.
 *
 * @param threads room for so many, from 1
 * @param batch sentences that a thread translates together at most
 */
export const loadModel = (files: ModelFiles, threads: number, batch: number): LoadedModel => {
  const opened: ByteSource[] = [];
  const open = (file: ModelFile, title: string): ByteSource => {
    const source = ByteSource.open(file, title);
    opened.push(source);
    return source;
  };
  try {
    const model = open(files.model, 'The model');
    const items = readBinaryModel(model);
    const shape = readConfiguration(model, items);
    const [sourceFile, targetFile] = files.vocabularies;
    const read = (file: ModelFile, title: string, size: number): Vocabulary => {
      const opened = open(file, title);
      const vocabulary = Vocabulary.read(opened);
      if (vocabulary.size !== size) opened.refuse(`has ${vocabulary.size} pieces; its model has ${size}`);
      return vocabulary;
    };
    const source = read(sourceFile, 'The vocabulary', shape.sourceVocabulary);
    const target =
      targetFile === undefined ? source : read(targetFile, 'The vocabulary of the target', shape.targetVocabulary);
    if (targetFile === undefined && shape.targetVocabulary !== source.size)
      model.refuse('needs a vocabulary for each language');
    const shortlist =
      files.shortlist === undefined
        ? undefined
        : readShortlist(open(files.shortlist, 'The shortlist'), shape.sourceVocabulary, shape.targetVocabulary);
    const plan = planWeights(model, items, shape, target.unknown, shortlist, targetFile === undefined);
    const scratches: Scratch[] = [];
    let end = plan.bytes;
    for (let thread = 0; thread < threads; thread += 1) {
      const scratch = planScratch(shape, end, batch);
      scratches.push(scratch);
      end += scratch.bytes;
    }
    const pages = Math.ceil(end / pageBytes);
    if (pages > maximumPages) model.refuse(`would need ${pages * pageBytes} bytes with ${threads} threads`);
    const memory = createMemory(pages);
    plan.fill(memory.buffer);
    return { memory, network: plan.network, scratches, source, target };
  } finally {
    for (const source of opened) source.close();
  }
};
