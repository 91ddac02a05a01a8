import { describe, expect, it } from 'vitest';
import type { FormulaDialect } from './formula-lexer.js';
import { formulaTexts } from './formula-literals.js';

/** The texts of a formula that have this use. */
const used = (formula: string, use: string, dialect: FormulaDialect = 'excel') =>
  formulaTexts(formula, dialect).literals.flatMap((literal) => (literal.use === use ? [literal.text] : []));

describe('texts in formulas', () => {
  it.each([
    ['A1="Done"', ['Done']],
    ['"Done"<>Sheet1!$B$2', ['Done']],
    ['("Done")=A1', ['Done']],
    ['IF(A1="Open",1,IF("Done"=A1,2,0))', ['Open', 'Done']],
    ['IF(A1>0,"Yes","No")', ['Yes', 'No']],
    ['SUMPRODUCT((A1:A9="Food")*(B1:B9))', ['Food']],
    ['SUMPRODUCT(--(A1:A9="Food"),B1:B9)', ['Food']],
    ['OR(A1={"Open","Late"})', ['Open', 'Late']],
    ['MATCH(A1,{"Low";"High"},0)', ['Low', 'High']],
    ['_xlfn.SWITCH(A1,"Open",1,"Done",2)', ['Open', 'Done']],
    ['_xlfn.IFS(A1="Open",1,TRUE,"Late")', ['Open', 'Late']],
    ['_xlfn.XLOOKUP("Food",A:A,B:B,"None")', ['Food', 'None']],
    ['EXACT(A1,"Done")', ['Done']],
    ['DSUM(A1:C9,"Price",E1:E2)', ['Price']],
    ['"Done"', ['Done']],
    ['A1="say ""Done"""', ['say "Done"']],
    ['UPPER(A1)="DONE"', ['DONE']],
    ['INDEX(A:A,2)="Done"', ['Done']],
    ['A1&""="Done"', ['Done']],
    ['""&Town!A1="Done"', ['Done']],
    ['Ships[[#This Row],[Name]]&""="Done"', ['Done']],
    [`'It''s "A" [1]'!A1="Done"`, ['Done']],
    [`Ships['["x"]="Done"`, ['Done']],
    ['Ships[[#This Row],["x"]]="Done"', ['Done']],
  ])('%s compares whole texts', (formula, texts) => {
    expect(used(formula, 'value')).toEqual(texts);
  });

  it.each([
    ['COUNTIF(A:A,"Open")', ['Open']],
    ['countifs(A:A,"Open",B:B,"<>Done")', ['Open', '<>Done']],
    ['SUM(COUNTIF(A:A,{"Open","Late"}))', ['Open', 'Late']],
    ['SUMIF(A:A,"Food",B:B)', ['Food']],
    ['SUMIFS(C:C,A:A,"Food",B:B,"=New")', ['Food', '=New']],
    ['_xlfn.MAXIFS(C:C,A:A,"Food")', ['Food']],
  ])('%s has criteria', (formula, texts) => {
    expect(used(formula, 'criterion')).toEqual(texts);
  });

  it.each([
    ['MATCH("Food",A:A,0)', ['Food'], false],
    ['VLOOKUP("Food",A:B,2,FALSE)', ['Food'], false],
    ['VLOOKUP("Food",A:B,2,)', ['Food'], false],
    ['VLOOKUP("Food",A:B,2)', ['Food'], true],
    ['HLOOKUP("Food",A:B,2,TRUE)', ['Food'], true],
    ['MATCH("Food",A:A)', ['Food'], true],
    ['MATCH("Food",A:A,B1)', ['Food'], false],
  ])('%s looks up a text', (formula, texts, isInOrder) => {
    expect(used(formula, 'pattern')).toEqual(texts);
    expect(formulaTexts(formula, 'excel').literals.map((literal) => literal.isInOrder)).toEqual([isInOrder]);
  });

  it.each([
    ['ISNUMBER(SEARCH("Done",A1))', ['Done']],
    ['SUBSTITUTE(A1,"kg","lb")', ['kg']],
    ['LEFT(A1,4)="Done"', ['Done']],
    ['"Done"=MID(A1,1,4)', ['Done']],
    ['A1="Total "&B1', ['Total ']],
    ['A1&B1="DoneOpen"', ['DoneOpen']],
    ['COUNTIF(A:A,"Do"&"ne")', ['Do', 'ne']],
    ['VLOOKUP("Total "&B1,A:B,2,0)', ['Total ']],
  ])('%s looks for parts of texts', (formula, texts) => {
    expect(used(formula, 'part')).toEqual(texts);
  });

  it.each([
    ['"Total: "&A1', 'code'],
    ['IF(A1>0,"Total: "&A1,0)', 'code'],
    ['TEXT(A1,"General")', 'code'],
    ['TEXT(A1,"dddd")="Monday"', 'code'],
    ['DATEDIF(A1,B1,"Y")', 'code'],
    ['INDIRECT("Sheet1!A1")', 'code'],
    ['HYPERLINK("https://a.example","Open")', 'code'],
    ['"5"*A1', 'code'],
    ['A1>"M"', 'order'],
    ['MyFunction(A1,"Open")', 'given'],
    ['GETPIVOTDATA("Sales",$A$3)', 'column'],
  ])('%s has no text that is compared as a whole', (formula, use) => {
    expect(formulaTexts(formula, 'excel').literals.map((literal) => literal.use)).toEqual(
      formulaTexts(formula, 'excel').literals.map(() => use),
    );
  });

  it('items of a pivot table are given to it, its fields are columns', () => {
    const formula = 'GETPIVOTDATA("Sales",$A$3,"Region","East")';
    expect(used(formula, 'column')).toEqual(['Sales', 'Region']);
    expect(used(formula, 'given')).toEqual(['East']);
  });

  it.each([
    ['of:=IF([.A1]="Done";"Yes";"No")', ['Done', 'Yes', 'No']],
    [`of:=['It''s "x" ]'.A1]="Done"`, ['Done']],
    ['of:=SUM(COUNTIF([.A1:.A9];[.B1])="Done")', ['Done']],
    ['of:=MATCH([.A1];{"Low"|"High"};0)', ['Low', 'High']],
    ['of:=COM.MICROSOFT.SWITCH([.A1];"Open";1)', ['Open']],
    ['cell-content()="Done"', ['Done']],
    ['of:cell-content-is-in-list("Open";"Done")', ['Open', 'Done']],
    ['is-true-formula([.A1]-1<>"Done")', ['Done']],
    ['="Done"', ['Done']],
    ['!="Done"', ['Done']],
  ])('%s of OpenDocument compares whole texts', (formula, texts) => {
    expect(used(formula, 'value', 'opendocument')).toEqual(texts);
  });

  it.each([
    ['A1=B1', true],
    ['VLOOKUP(A1,B:C,2,0)', true],
    ['COUNTIF(A:A,B1)', true],
    ['A1=1', false],
    ['A1="x"', false],
    ['VLOOKUP("x",B:C,2,0)', false],
    ['SUM(A1:A9)', false],
  ])('%s compares cells with each other: %s', (formula, expected) => {
    expect(formulaTexts(formula, 'excel').comparesCells).toBe(expected);
  });

  it.each([
    ['MATCH(A1&B1,C:C,0)', true],
    ['VLOOKUP(LEFT(A1,3),B:C,2,0)', true],
    ['MATCH(TEXT(A1,"mmmm"),B1:M1,0)', true],
    ['COUNTIF(A:A,"*"&B1&"*")', true],
    ['COUNTIF(A:A,">="&B1)', false],
    ['COUNTIF(A:A,B1&"")', false],
    ['MATCH(A1&B1,C1:C9&D1:D9,0)', false],
    ['VLOOKUP("Total "&"x",B:C,2,0)', false],
    ['A1&B1', false],
  ])('%s looks for a text that it makes: %s', (formula, expected) => {
    expect(formulaTexts(formula, 'excel').looksForMade).toBe(expected);
  });

  it.each([
    ['INDIRECT(A1)', true],
    ['INDIRECT("Sheet1!A1")', false],
    ['SUM(INDIRECT(A1&"!B2"))', true],
  ])('%s finds something by the text of a cell: %s', (formula, expected) => {
    expect(formulaTexts(formula, 'excel').findsByName).toBe(expected);
  });

  it.each(['"', '"a', "'", "'a", '[', '(', ')', '{"a"', 'IF("a"', '=', 'A1=', '"a""', ',', ';', '""'])(
    'the damaged formula %s is read',
    (formula) => {
      for (const dialect of ['excel', 'opendocument'] as const) {
        for (const { start, end } of formulaTexts(formula, dialect).literals) {
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(formula.length);
        }
      }
    },
  );
});
