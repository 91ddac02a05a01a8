import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchRequest } from '../text/batch/batch.dto.js';
import { TranslateRequest } from '../text/translate/translate.dto.js';
import { compiledRules } from './compiled-rules.js';
import { IsText } from './constraints.js';

class Mixed {
  @IsText()
  text: unknown;

  @IsOptional()
  @IsIn(['a', 'b'])
  choice: unknown;

  @ValidateIf((mixed: Mixed) => mixed.choice === 'a')
  @IsArray()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  list: unknown;

  @IsOptional()
  @IsBoolean()
  flag: unknown;
}

const value = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'a', 'b', 'x\0', '\ud800', 'es', 'en', true, false, 0, 12, {}, []),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
  fc.constantFrom<unknown>('formal', 'fast', '12 law', 'balanced', new Set(['a', 1]), new Map([['a', 'b']])),
);

const agrees = (type: new () => object, fields: readonly string[], input: Record<string, unknown>) => {
  const instance = new type();
  for (const field of fields) if (Object.hasOwn(input, field)) Reflect.set(instance, field, input[field]);
  expect(compiledRules(type)(instance)).toBe(validateSync(instance).length === 0);
};

const recordOf = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });

describe('compiled rules', () => {
  it.each([
    [Mixed, ['text', 'choice', 'list', 'flag']],
    [
      TranslateRequest,
      ['text', 'target', 'source', 'domain', 'formality', 'preserve_formatting', 'glossary_id', 'quality'],
    ],
    [BatchRequest, ['texts', 'target', 'source', 'parallel']],
  ])('the compiled rules of %o find no fault exactly where class-validator finds none', (type, fields) => {
    fc.assert(
      fc.property(recordOf(fields), (input) => agrees(type, fields, input)),
      { numRuns: 1_000 },
    );
  });

  it('valid requests pass the compiled rules, without class-validator', () => {
    const good = Object.assign(new TranslateRequest(), { text: 'Good morning.', target: 'es', quality: 'fast' });
    expect(compiledRules(TranslateRequest)(good)).toBe(true);
  });

  it('rules that cannot be compiled are left to class-validator', () => {
    class Inner {
      @IsString()
      name: string;
    }
    class Nested {
      @ValidateNested()
      inner = new Inner();
    }
    class Defined {
      @IsDefined()
      @IsString()
      name = 'a';
    }
    class Unruled {}
    expect(compiledRules(Nested)(new Nested())).toBe(false);
    expect(compiledRules(Unruled)(new Unruled())).toBe(false);
    expect(compiledRules(Defined)(Object.assign(new Defined(), { name: undefined }))).toBe(false);
  });
});
