/** Flags such as that of Scotland: a sign with letters behind it that are not seen by themselves. */
const flagOfTags = String.raw`\p{RGI_Emoji_Tag_Sequence}`;

/** Characters that end a line, steer a terminal or the direction of a text, or are not seen at all. */
const neverSeen = String.raw`[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\p{Variation_Selector}\u200c\u200d]]`;

/** Joiners, which spell words in Persian and in languages of India, and make one emoji of several. */
const joinerAlone = String.raw`(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])`;

/** Variation selectors are seen behind signs that have variants; behind any other they would only make names differ. */
const selectorAlone = String.raw`(?<![\p{Emoji}\p{Ideographic}\p{Script=Mongolian}\p{Sm}])\p{Variation_Selector}`;

const acting = new RegExp(`${flagOfTags}|(?<acting>${neverSeen}|${joinerAlone}|${selectorAlone})`, 'gv');
const printable = /^[\x20-\x7e]*$/;

const unitOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const replaceActing = (text: string, replacement: (character: string) => string): string =>
  printable.test(text)
    ? text
    : text.replace(acting, (found: string, character?: string) =>
        character === undefined ? found : replacement(character),
      );

/**
 * A text as a line of it may be written: control, direction and zero-width characters, and ends of lines, as `\u0085`. Joiners
 * between letters or signs of emoji stay. JSON stays JSON of the same value.
 */
export const lineText = (text: string): string =>
  replaceActing(text, (character) => character.split('').map(unitOf).join(''));

/** A text of several lines, each as `lineText` writes it. */
export const linesText = (text: string): string => text.replaceAll(/[^\n]+/g, lineText);

/** The text without what `lineText` would escape. */
export const withoutActing = (text: string): string => replaceActing(text, () => '');

/** Whether a text can stand in a line as it is. */
export const isLineText = (text: string): boolean => withoutActing(text) === text;
