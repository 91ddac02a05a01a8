import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import {
  accuracyOf,
  calibrationError,
  engineLanguages,
  testTexts,
} from '#libs/text/languages/detection/test-set.suite.js';
import { keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';

/* Accuracy by length on the lines held out; detections a second of processor time; memory of the process. */
const rounds = Number(process.env.ROUNDS ?? 7);
const seconds = Number(process.env.SECONDS ?? 1);

const began = performance.now();
const detector = createLanguageDetector();
detector.detect('warm');
const startMs = performance.now() - began;
const resident = process.memoryUsage().rss;

const all = testTexts();
const unseen = all.filter(({ half }) => half === 'even');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const row = (name: string, texts: typeof unseen): string => {
  const { right, rightForEngine, named } = accuracyOf(detector, texts);
  return `| ${name} | ${texts.length} | ${percent(right)} | ${percent(rightForEngine)} | ${percent(named)} |`;
};
const isOfEngine = ({ language }: { language: string }): boolean => engineLanguages.includes(language);
const lengths = ['short', 'long'] as const;
const totals = lengths.flatMap((length) => {
  const texts = unseen.filter((text) => text.length === length);
  return [
    row(`${length}, languages of the engine`, texts.filter(isOfEngine)),
    row(`${length}, all languages`, texts),
    row(
      `${length}, all languages, the half tuned on`,
      all.filter((text) => text.length === length && text.half === 'odd'),
    ),
  ];
});

const languages = [...new Set(all.map(({ language }) => language))];
const byLanguage = languages.map((language) => {
  const shares = lengths.map((length) =>
    percent(
      accuracyOf(
        detector,
        unseen.filter((text) => text.language === language && text.length === length),
      ).right,
    ),
  );
  return `| ${language} | ${shares.join(' | ')} |`;
});

/** Detections in a second of processor time, which others on the machine disturb less than the clock. */
const perSecond = (texts: readonly string[]): number => {
  const began = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  let detections = 0;
  while (spent() < seconds) {
    for (const text of texts) detector.detect(text);
    detections += texts.length;
  }
  return detections / spent();
};
/** Sentences of the languages that a model covers, cut or extended to twenty words. */
const twentyWords = languages
  .map((language) => all.filter((text) => text.language === language && text.length === 'long').map(({ text }) => text))
  .map((texts) => texts.join(' ').split(' '))
  .filter((words) => words.length > 100)
  .flatMap((words) => [words.slice(0, 20).join(' '), words.slice(20, 40).join(' '), words.slice(40, 60).join(' ')]);
const textsOf = (length: string): string[] => all.filter((text) => text.length === length).map(({ text }) => text);
const rated: readonly (readonly [string, readonly string[]])[] = [
  ['short', textsOf('short')],
  ['long', textsOf('long')],
  ['20 words', twentyWords],
];
const rates = rated.map(([name, texts]) => {
  const rate = median(Array.from({ length: rounds }, () => perSecond(texts)));
  return `| ${name} | ${Math.round(rate).toLocaleString('en')} |`;
});

const answers = unseen.map(({ language, text }) => {
  const answer = detector.detect(text);
  return { confidence: answer.confidence, isRight: answer.language === language };
});
const calibration = [0, 0.3, 0.5, 0.7, 0.9, 0.99].map((from, index, bounds) => {
  const to = bounds[index + 1] ?? 1;
  const among = answers.filter(({ confidence }) => confidence >= from && confidence < to);
  const right = among.filter(({ isRight }) => isRight).length;
  return `| ${from} to ${to} | ${among.length} | ${among.length === 0 ? '' : percent(right / among.length)} |`;
});

const report = `# Language detection

${machineLines()}

${languages.length} languages, ${all.length} texts; accuracy on the even lines, held out when weights were chosen.

| Texts | Number | Right | Right with bs, hr, sr as one | Among the answer and its alternatives |
|---|---|---|---|---|
${totals.join('\n')}

| Confidence, even lines | Answers | Right |
|---|---|---|
${calibration.join('\n')}

Calibration error: ${calibrationError(detector, unseen).toFixed(3)}.

| Texts | Detections in a second of processor time, median of ${rounds} |
|---|---|
${rates.join('\n')}

First answer ${Math.round(startMs)} ms after the detector was asked for; resident then: ${Math.round(resident / 2 ** 20)} MiB for the whole process.

| Language | Short | Long |
|---|---|---|
${byLanguage.join('\n')}
`;

await keepReport('language-detection', report);
