import type { LanguageFeatures, LanguagePair } from './inference.port.js';

/**
 * Languages of the engines that translate between any two: enough to choose from, and few enough that looking a pair up
 * costs as much as with a real engine.
 */
const codes: readonly string[] =
  'ar bg ca cs da de el en es et eu fi fr ga gl hi hr hu is it ja ko lt lv mk mt nb nl pl pt ro ru sk sl sr sv tr uk zh'.split(
    ' ',
  );

export const everyLanguage: readonly LanguageFeatures[] = codes.map((code) => ({ code, supportsFormality: false }));

export const everyPair: readonly LanguagePair[] = codes.flatMap((source) =>
  codes.filter((target) => target !== source).map((target) => ({ source, target })),
);

export const isPair = ({ source, target }: LanguagePair): boolean =>
  source !== target && codes.includes(source) && codes.includes(target);
