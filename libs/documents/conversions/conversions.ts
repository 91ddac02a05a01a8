import { UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { Conversion, Convert } from './conversion.port.js';

const subtitles = () => import('./subtitles/convert-subtitles.js');

/** All conversions that need no other program, one a line. */
const conversions: readonly Conversion[] = [
  { from: 'srt', to: ['vtt', 'ass', 'ssa', 'txt'], load: async () => (await subtitles()).srtConversion },
  { from: 'vtt', to: ['srt', 'ass', 'ssa', 'txt'], load: async () => (await subtitles()).vttConversion },
  { from: 'ass', to: ['srt', 'vtt', 'ssa', 'txt'], load: async () => (await subtitles()).scriptConversion },
  { from: 'ssa', to: ['srt', 'vtt', 'ass', 'txt'], load: async () => (await subtitles()).scriptConversion },
  { from: 'json', to: ['yaml'], load: async () => (await import('./values/json-to-yaml.js')).jsonToYaml },
  { from: 'yaml', to: ['json'], load: async () => (await import('./values/yaml-to-json.js')).yamlToJson },
  {
    from: 'html',
    to: ['markdown', 'txt'],
    load: async () => (await import('./markup/html-conversion.js')).htmlConversion,
  },
  {
    from: 'markdown',
    to: ['html', 'txt'],
    load: async () => (await import('./markup/markdown-conversion.js')).markdownConversion,
  },
  { from: 'odt', to: ['odt'], isStep: true, load: async () => (await import('./shown-text/shown-text.js')).shownText },
  { from: 'pdf', to: ['txt', 'html'], load: async () => (await import('./pdf-to-text/pdf-to-text.js')).pdfConversion },
];

/** The formats that files of a format become, without itself. */
export const conversionOutputs = (from: string): readonly string[] =>
  conversions.filter(({ from: own, isStep }) => own === from && !isStep).flatMap(({ to }) => to);

/** Every format that files become. */
export const allConversionOutputs: readonly string[] = [
  ...new Set(conversions.filter(({ isStep }) => !isStep).flatMap(({ to }) => to)),
];

/** @throws UnsupportedFormatError where the one does not become the other */
export const conversionOf = (from: string, to: string): Promise<Convert> => {
  const conversion = conversions.find((candidate) => candidate.from === from && candidate.to.includes(to));
  if (conversion === undefined) throw new UnsupportedFormatError('Files of this format do not become such files.');
  return conversion.load();
};
