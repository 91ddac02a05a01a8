import type { LeftTexts } from '../left-texts.js';
import { CharacterReader } from './character-reader.js';
import { formattingBehind } from './formatting.js';
import type { GroupState } from './group-state.js';
import type { FontTable, StyleSheet } from './header-tables.js';
import type { Rewriting } from './rewriting.js';
import type { RtfToken } from './rtf.tokens.js';
import { characterWords, invisibleWords, paragraphEnds, specialWords, statefulInvisibleWords } from './rtf.words.js';
import type { Run } from './run.js';

/** Code pages of documents that name theirs by a word. */
const documentCodePages: ReadonlyMap<string, number> = new Map([
  ['mac', 10000],
  ['pc', 437],
  ['pca', 850],
]);

/** Reads what stands in a flow of text: characters and control words. */
export class ContentReader {
  readonly characters: CharacterReader;
  private hasPard = false;

  constructor(
    fonts: FontTable,
    private readonly styles: StyleSheet,
    private readonly rewriting: Rewriting,
    readsHidden: boolean,
    private readonly left: LeftTexts,
  ) {
    this.characters = new CharacterReader(fonts, readsHidden, left);
  }

  read(token: RtfToken, state: GroupState, run: Run): void {
    if (isCharacter(token)) run.begin(state, this.rewriting.lead(!this.hasPard));
    if (this.characters.read(token, state, run)) return;
    if (token.kind === 'word') this.readWord(token, state, run);
    else run.addSingle(token.raw);
  }

  private readWord(token: RtfToken & { kind: 'word' }, state: GroupState, run: Run): void {
    const { word, param } = token;
    const from = state.formatting;
    const to = formattingBehind(word, param, from);
    const isRepeated = to === from || (word === 'uc' && param === state.skip);
    this.follow(word, param, state);
    state.formatting = to ?? from;
    const raw = this.rewriting.word(token);
    if (paragraphEnds.has(word)) this.left.end();
    if (paragraphEnds.has(word) || word === 'tab') run.end(raw);
    else if (word === 'line' || word === 'lbr') run.addBreak(raw);
    else if (specialWords.has(word)) run.addSingle(raw);
    else if (isRepeated) run.addInvisible(raw, false);
    else if (invisibleWords.has(word)) run.addInvisible(raw, statefulInvisibleWords.has(word));
    else run.addControl(raw, word, param, to && { from, to });
  }

  /** Applies a control word to the state of the characters behind it. */
  private follow(word: string, param: number | undefined, state: GroupState): void {
    const isOn = param !== 0;
    if (word === 'uc') state.skip = Math.min(Math.max(param ?? 1, 0), 8);
    else if (word === 'f') state.font = param;
    else if (word === 'v') state.isHidden = isOn && !state.isEntry;
    else if (word === 'deleted') state.isDeleted = isOn;
    else if (word === 'intbl') state.isInTable = true;
    else if (word === 'itap') state.isInTable = (param ?? 0) > 0;
    else if (word === 's') state.isHeading = param !== undefined && this.styles.isHeading(param);
    else if (word === 'outlinelevel') state.isHeading = param !== undefined && param < 9;
    else if (word === 'plain') {
      state.font = undefined;
      state.isHidden = false;
      state.isDeleted = false;
    } else if (word === 'pard') {
      this.hasPard = true;
      state.isInTable = false;
      state.isHeading = false;
    } else this.followHeader(word, param);
  }

  private followHeader(word: string, param: number | undefined): void {
    const codePage = word === 'ansicpg' ? param : documentCodePages.get(word);
    if (codePage !== undefined && codePage > 0) this.characters.codePage = codePage;
    if (word === 'deff' && param !== undefined) this.characters.defaultFont = param;
  }
}

const isCharacter = (token: RtfToken): boolean =>
  token.kind === 'text' ||
  token.kind === 'byte' ||
  (token.kind === 'word' && (token.word === 'u' || characterWords.has(token.word)));
