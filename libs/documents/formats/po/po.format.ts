import { textFormat } from '../text/text-format.js';
import { PoWalker } from './po.walker.js';

/** Whether the first line that is neither blank nor a comment begins a message. */
const beginsWithMessage = (text: string): boolean => {
  const first = text.split(/\r\n|[\n\r]/).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return /^[ \t]{0,80}(?:msgctxt|msgid|domain)[ \t]{0,80}"/.test(first ?? '');
};

const charset = /^"?Content-Type:[^\n"]{0,60}charset=([\w.:-]{1,40})/im;

export const poFormat = textFormat({
  name: 'po',
  mediaType: 'text/x-gettext-translation',
  extensions: ['po', 'pot'],
  recognises: ({ text }) => beginsWithMessage(text),
  declaredEncoding: (head) => charset.exec(Buffer.from(head).toString('latin1'))?.[1],
  becomesUtf8: ({ sourceLanguage, targetLanguage }) => sourceLanguage !== targetLanguage,
  walker: (context, { targetLanguage }) => new PoWalker(context, targetLanguage),
});
