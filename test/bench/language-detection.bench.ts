import { createLanguageDetector } from '#libs/language-detection/language-detector.js';
import { accuracyOf, calibrationError, engineLanguages, testTexts } from '#libs/language-detection/test-set.suite.js';
import { keepReport, machineLines, median } from './machine.js';

/* Accuracy by length on the lines held out; detections a second on one core; memory of the process. */
const rounds = Number(process.env.ROUNDS ?? 7);
const seconds = Number(process.env.SECONDS ?? 1);

const detector = createLanguageDetector();
detector.detect('warm');
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

const perSecond = (texts: typeof all): number => {
  const began = performance.now();
  let detections = 0;
  while (performance.now() - began < seconds * 1000) detector.detect(texts[detections++ % texts.length]?.text ?? '');
  return detections / ((performance.now() - began) / 1000);
};
const rates = lengths.map((length) => {
  const texts = all.filter((text) => text.length === length);
  const rate = median(Array.from({ length: rounds }, () => perSecond(texts)));
  return `| ${length} | ${Math.round(rate).toLocaleString('en')} |`;
});

const report = `# Language detection

${machineLines()}

${languages.length} languages, ${all.length} texts; accuracy on the even lines, held out when weights were chosen.

| Texts | Number | Right | Right with bs, hr, sr as one | Among the answer and its alternatives |
|---|---|---|---|---|
${totals.join('\n')}

Calibration error on the even lines: ${calibrationError(detector, unseen).toFixed(3)}.

| Texts | Detections/s on one core, median of ${rounds} |
|---|---|
${rates.join('\n')}

Resident after the first detection: ${Math.round(resident / 2 ** 20)} MiB for the whole process.

| Language | Short | Long |
|---|---|---|
${byLanguage.join('\n')}
`;

await keepReport('language-detection', report);
