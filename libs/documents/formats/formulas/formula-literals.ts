import { type FormulaDialect, lexFormula, type TokenKind } from './formula-lexer.js';
import {
  comparesArgument,
  functionName,
  looksUpInOrder,
  makesCode,
  makesOtherText,
  readsWildcards,
  type TextUse,
  useOfText,
} from './function-texts.js';

/**
 * How a formula uses a text that it holds: `value` as a whole text (compared with others, or a result that others may
 * be compared with), `order` by its place in the alphabet, `given` to a function that nothing is known of; the other
 * uses are those of functions.
 */
export type LiteralUse = 'value' | 'order' | 'given' | Exclude<TextUse, 'compared' | 'result'>;

/** A text in quotes, from its opening quote to behind the closing one. */
export interface FormulaLiteral {
  start: number;
  end: number;
  text: string;
  use: LiteralUse;
  /** Whether the formula itself compares something with the text, or is nothing but the text. */
  isCompared: boolean;
  /** Whether the text is looked up among others that have to be in alphabetical order. */
  isInOrder: boolean;
}

export interface FormulaTexts {
  literals: readonly FormulaLiteral[];
  /** Whether texts of cells are compared with each other, or looked up by those of others. */
  comparesCells: boolean;
  /** Whether a text of a cell is read as the name of a range or a sheet. */
  findsByName: boolean;
  /** Whether cells are looked up by texts that the formula makes of others. */
  looksForMade: boolean;
}

/** A literal that is being read, and the next one in the same operand: so operands are joined in one step. */
interface ReadLiteral extends Omit<FormulaLiteral, 'use'> {
  use: LiteralUse | undefined;
  next: ReadLiteral | undefined;
}

/** An operand of comparisons. */
interface Operand {
  /** The first and the last literal that it is, or that are joined in it. */
  first: ReadLiteral | undefined;
  last: ReadLiteral | undefined;
  /** Values that it is made of; it is a literal only where it has one. */
  atoms: number;
  hasJoin: boolean;
  isComputed: boolean;
  /** Whether something in it is neither a literal nor a number. */
  isOther: boolean;
  /** The function whose result it is. */
  call: string | undefined;
}

/** The arguments between two brackets, or the whole formula. */
interface Frame {
  kind: 'call' | 'group' | 'array' | 'formula';
  name: string;
  /** Where its argument begins. */
  start: number;
  operands: Operand[];
  operators: string[];
  operand: Operand;
  /** The arguments that are one operand, and the text of each argument. */
  alone: (Operand | undefined)[];
  texts: string[];
}

const newOperand = (): Operand => ({
  first: undefined,
  last: undefined,
  atoms: 0,
  hasJoin: false,
  isComputed: false,
  isOther: false,
  call: undefined,
});

const newFrame = (kind: Frame['kind'], name: string, start: number): Frame => {
  return { kind, name, start, operands: [], operators: [], operand: newOperand(), alone: [], texts: [] };
};

const addLiterals = (operand: Operand, first: ReadLiteral | undefined, last: ReadLiteral | undefined): void => {
  if (operand.last === undefined) operand.first = first;
  else operand.last.next = first;
  operand.last = last ?? operand.last;
};

/** Nothing, or an operator that stands before a criterion: text joined to it is still that text. */
const addsNothing = /^(?:[<>]=?|=|<>)?$/;

const isJoined = ({ atoms, hasJoin }: Operand): boolean => hasJoin && atoms > 1;

const isWhole = ({ atoms, first, isComputed }: Operand): boolean => atoms === 1 && first !== undefined && !isComputed;

const isMade = (operand: Operand): boolean =>
  operand.isOther && (isJoined(operand) || makesOtherText(operand.call ?? '') || makesCode(operand.call ?? ''));

const noteUse = ({ first }: Operand, use: LiteralUse, isCompared: boolean): void => {
  for (let literal = first; literal !== undefined; literal = literal.next) {
    if (literal.use !== undefined) continue;
    literal.use = use;
    literal.isCompared = isCompared;
  }
};

/** Notes the use of what is an argument by itself. */
const useAlone = (operand: Operand, use: TextUse | undefined, isInOrder = false): void => {
  const isLookedUp = use === 'compared' || use === 'criterion' || use === 'pattern';
  if (isJoined(operand) && isLookedUp) noteUse(operand, 'part', true);
  if (!isWhole(operand)) return;
  const isValue = use === 'compared' || use === 'result';
  noteUse(operand, isValue ? 'value' : (use ?? 'given'), isLookedUp);
  if (isInOrder) for (let each = operand.first; each !== undefined; each = each.next) each.isInOrder = true;
};

/** Notes the use of an operand that is compared with another one. */
const useCompared = (self: Operand, other: Operand, isEqual: boolean): void => {
  const { call = '' } = other;
  if (makesCode(call)) return;
  if (isJoined(self) || isJoined(other) || makesOtherText(call)) noteUse(self, 'part', true);
  else if (isWhole(self)) noteUse(self, isEqual ? 'value' : 'order', true);
};

class LiteralReader {
  private readonly literals: ReadLiteral[] = [];
  private readonly outer: Frame[] = [];
  private frame = newFrame('formula', '', 0);
  private comparesCells = false;
  private findsByName = false;
  private looksForMade = false;
  /** Where the token before begins, if it is an operand: it may be the name of a function. */
  private operandStart: number | undefined;

  constructor(
    private readonly formula: string,
    private readonly dialect: FormulaDialect,
  ) {}

  read(): FormulaTexts {
    lexFormula(this.formula, this.dialect, (kind, start, end) => {
      this.take(kind, start, end);
      this.operandStart = kind === 'operand' ? start : undefined;
    });
    while (this.outer.length > 0) this.close(this.formula.length);
    this.endArgument(this.formula.length);
    for (const operand of this.frame.alone) {
      if (operand !== undefined) useAlone(operand, isJoined(operand) ? 'result' : 'compared');
    }
    return {
      literals: this.literals.map(({ use = 'code', next: _, ...literal }) => ({ ...literal, use })),
      comparesCells: this.comparesCells,
      findsByName: this.findsByName,
      looksForMade: this.looksForMade,
    };
  }

  private take(kind: TokenKind, start: number, end: number): void {
    const { frame } = this;
    const { operand } = frame;
    if (kind === 'string') this.takeLiteral(start, end);
    else if (kind === 'operand') {
      // A sheet and its cell, a table and its column are one value.
      if (this.operandStart === undefined) operand.atoms += 1;
      operand.isOther ||= !/^[\d.]/.test(this.formula.slice(start, start + 1));
    } else if (kind === 'join') operand.hasJoin = true;
    else if (kind === 'arithmetic') operand.isComputed = true;
    else if (kind === 'comparison') {
      frame.operands.push(operand);
      frame.operators.push(this.formula.slice(start, end));
      frame.operand = newOperand();
    } else if (kind === 'separator') {
      this.endArgument(start);
      frame.start = end;
    } else if (kind === 'open') this.open(start, end);
    else if (kind === 'close' && this.outer.length > 0) this.close(start);
  }

  private takeLiteral(start: number, end: number): void {
    const text = this.formula.slice(start + 1, end - 1).replaceAll('""', '"');
    const literal = { start, end, text, use: undefined, next: undefined, isCompared: false, isInOrder: false };
    this.literals.push(literal);
    if (addsNothing.test(text)) return;
    addLiterals(this.frame.operand, literal, literal);
    this.frame.operand.atoms += 1;
  }

  private open(start: number, end: number): void {
    const { operand } = this.frame;
    this.outer.push(this.frame);
    if (this.formula[start] === '(' && this.operandStart !== undefined) {
      operand.call = functionName(this.formula.slice(this.operandStart, start));
      this.frame = newFrame('call', operand.call, end);
    } else {
      operand.atoms += 1;
      this.frame = newFrame(this.formula[start] === '{' ? 'array' : 'group', '', end);
    }
  }

  private close(end: number): void {
    const { frame } = this;
    this.endArgument(end);
    this.frame = this.outer.pop() ?? frame;
    if (frame.kind === 'call') this.endCall(frame);
    else for (const inner of frame.alone) if (inner !== undefined) this.takeOver(inner);
  }

  /** A text in brackets is still that text, and each of a row of constants is one. */
  private takeOver(inner: Operand): void {
    const { operand } = this.frame;
    operand.isOther ||= inner.isOther;
    if (inner.first === undefined) return;
    operand.isComputed ||= !isJoined(inner) && !isWhole(inner);
    if (isJoined(inner)) {
      operand.hasJoin = true;
      operand.atoms += 1;
    }
    addLiterals(operand, inner.first, inner.last);
  }

  /** Ends the operands between two separators. */
  private endArgument(end: number): void {
    const { frame } = this;
    const { operands, operators, operand } = frame;
    frame.texts.push(this.formula.slice(frame.start, end));
    frame.alone.push(operators.length === 0 ? operand : undefined);
    operands.push(operand);
    for (const [at, operator] of operators.entries()) {
      const [left, right] = [operands[at], operands[at + 1]];
      if (left === undefined || right === undefined) continue;
      const isEqual = operator === '=' || operator === '<>' || operator === '!=';
      useCompared(left, right, isEqual);
      useCompared(right, left, isEqual);
      const areTexts = left.first === undefined && right.first === undefined && left.isOther && right.isOther;
      this.comparesCells ||= isEqual && areTexts;
    }
    frame.operands = [];
    frame.operators = [];
    frame.operand = newOperand();
  }

  private endCall({ name, alone, texts }: Frame): void {
    const isInOrder = looksUpInOrder(name, texts);
    const hasWildcards = readsWildcards(name, texts);
    const made = alone.filter((operand) => operand !== undefined && isMade(operand)).length;
    for (const [argument, operand] of alone.entries()) {
      if (operand === undefined) continue;
      if (operand.first !== undefined) {
        useAlone(operand, hasWildcards && argument === 0 ? 'pattern' : useOfText(name, argument), isInOrder);
      }
      const isSought = operand.isOther && comparesArgument(name, argument);
      this.comparesCells ||= isSought;
      // Where the texts that it is compared with are made too, both are made of the same.
      this.looksForMade ||= isSought && isMade(operand) && made === 1;
      this.findsByName ||= operand.isOther && name === 'INDIRECT' && argument === 0;
    }
  }
}

/** The texts that a formula holds, and how it uses them. Its steps grow as the formula does. */
export const formulaTexts = (formula: string, dialect: FormulaDialect): FormulaTexts =>
  new LiteralReader(formula, dialect).read();
