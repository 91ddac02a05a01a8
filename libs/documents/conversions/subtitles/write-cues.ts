import { assSyntax } from '#libs/documents/formats/ass/ass.markup.js';
import { srtSyntax } from '#libs/documents/formats/srt/srt.markup.js';
import { vttSyntax } from '#libs/documents/formats/vtt/vtt.markup.js';
import type { Cue, Span } from './cue.js';
import { oldOfPlace } from './override-block.js';
import { overriddenLines, taggedLines } from './written-styles.js';

export interface CueWriter {
  /** Text before the first cue. */
  head: string;
  cue(cue: Cue, index: number): string;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `HH:MM:SS` and milliseconds behind the separator; nothing is before the start. */
const clock = (milliseconds: number, separator: string): string => {
  const time = Math.max(0, milliseconds);
  const seconds = Math.floor(time / 1000);
  const whole = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${whole}${separator}${String(time % 1000).padStart(3, '0')}`;
};

/** Scripts count hundredths of seconds: the nearest. */
const scriptClock = (milliseconds: number): string => {
  const hundredths = Math.round(Math.max(0, milliseconds) / 10);
  const seconds = Math.floor(hundredths / 100);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours}:${two(minutes)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
};

const srtWriter: CueWriter = {
  head: '',
  cue: ({ start, end, lines, place }, index) => {
    const text = taggedLines(lines, ['b', 'i', 'u', 's'], srtSyntax.encode);
    const placed = place === undefined || place === 2 ? '' : `{\\an${place}}`;
    return `${index === 0 ? '' : '\n'}${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${placed}${text}\n`;
  },
};

const rows = ['', ' line:50%', ' line:0'];
const columns = [' align:start', '', ' align:end'];
const settingsOf = (place = 2): string => `${rows[Math.floor((place - 1) / 3)]}${columns[(place - 1) % 3]}`;

const encodeVtt = vttSyntax({}).encode;

const voices = (): ((span: Span) => string) => {
  let last: string | undefined;
  return ({ voice }) => {
    if (voice === last) return '';
    const end = last === undefined ? '' : '</v>';
    last = voice;
    return voice === undefined ? end : `${end}<v ${encodeVtt(voice)}>`;
  };
};

const vttWriter: CueWriter = {
  head: 'WEBVTT\n',
  cue: ({ start, end, lines, place }) => {
    const text = taggedLines(lines, ['b', 'i', 'u'], encodeVtt, voices());
    return `\n${clock(start, '.')} --> ${clock(end, '.')}${settingsOf(place)}\n${text}\n`;
  },
};

const txtWriter: CueWriter = {
  head: '',
  cue: ({ lines }, index) => {
    const text = lines.map((line) => `${line.map((span) => span.text).join('')}\n`).join('');
    return index === 0 ? text : `\n${text}`;
  },
};

/** The one that speaks in a cue; an event has room for no second one, and for no comma. */
const nameIn = (lines: Cue['lines']): string => {
  const names = new Set(lines.flat().map(({ voice = '' }) => voice));
  return names.size === 1 ? [...names].join('').replace(/[,\s]+/g, ' ') : '';
};

const scriptWriter = (head: string, layer: string, placed: (place: number) => string): CueWriter => ({
  head,
  cue: ({ start, end, lines, place }) => {
    const block = place === undefined || place === 2 ? '' : placed(place);
    const columnsBefore = [layer, scriptClock(start), scriptClock(end), 'Default', nameIn(lines), '0', '0', '0', ''];
    return `Dialogue: ${columnsBefore.join(',')},${block}${overriddenLines(lines, assSyntax.encode)}\n`;
  },
});

const assHead = `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 384
PlayResY: 288

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

const ssaHead = `[Script Info]
ScriptType: v4.00
PlayResX: 384
PlayResY: 288

[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
Style: Default,Arial,16,16777215,16777215,0,0,0,0,1,1,0,2,10,10,10,0,1

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

export const cueWriters: Readonly<Record<string, CueWriter>> = {
  srt: srtWriter,
  vtt: vttWriter,
  txt: txtWriter,
  ass: scriptWriter(assHead, '0', (place) => `{\\an${place}}`),
  ssa: scriptWriter(ssaHead, 'Marked=0', (place) => `{\\a${oldOfPlace(place)}}`),
};
