import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Closed } from './closed.decorator.js';
import { IsAddressRange, IsText, IsTimestamp } from './constraints.js';
import { unknownFieldsOf } from './unknown-fields.js';
import { validated, validatedBy } from './validation.js';

class Order {
  @IsText()
  text: string;

  @IsArray({ message: 'must be an array' })
  @ArrayNotEmpty({ message: 'must not be empty' })
  @ArrayMaxSize(3, { message: 'must have at most 3 entries' })
  @IsIn(['a', 'b'], { each: true, message: 'must be a or b' })
  choices: string[];

  @IsOptional()
  @IsIn(['formal', 'informal'], { message: 'must be formal or informal' })
  tone?: string;

  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  loud?: boolean;

  @IsOptional()
  @IsTimestamp()
  until?: string;

  @IsOptional()
  @IsArray({ message: 'must be an array' })
  @IsAddressRange({ each: true })
  from?: string[];
}

const right = { text: 'hello', choices: ['a'] };
const refusal = async (input: unknown, parent?: string) => {
  const { code, status, details, message } = await rejectionOf(() => validated(Order, input, parent));
  return { code, status, details, message };
};

describe('valid input', () => {
  it('valid input becomes an instance of its class', () => {
    const order = validated(Order, { ...right, tone: 'formal', loud: false });
    expect(order).toBeInstanceOf(Order);
    expect(order).toMatchObject({ ...right, tone: 'formal', loud: false });
  });

  it('valid input may lack optional fields; one that is null is left out', () =>
    expect(validated(Order, { ...right, tone: null, loud: undefined })).toEqual(validated(Order, right)));

  it('valid input may carry unknown fields, which are left behind and noted', () => {
    const input = { ...right, other: 1, txt: 'x' };
    expect(Object.keys(validated(Order, input))).not.toContain('other');
    expect(unknownFieldsOf(input)).toHaveLength(2);
  });

  it('nothing is noted of valid input without unknown fields', () => {
    validated(Order, right);
    expect(unknownFieldsOf(right)).toBeUndefined();
  });

  it('an instance passes a pipe of Nest unchanged', () =>
    expect(validatedBy(Order).transform(right, { type: 'body' })).toMatchObject(right));
});

it('a single value that is an array is at fault as a whole', async () =>
  expect(await refusal({ ...right, text: ['a', 'b'] })).toMatchObject({ details: { text: [expect.any(String)] } }));

it('an array that is something else is told that first', async () =>
  expect((await refusal({ ...right, choices: 'abc' })).message).toBe(
    'The request is not valid: choices must be an array.',
  ));

describe('a required field', () => {
  it.each([
    ['is not there', { choices: ['a'] }],
    ['is null', { ...right, text: null }],
    ['is empty', { ...right, text: '' }],
  ])('a required field that %s is missing: 422', async (_how, input) =>
    expect(await refusal(input)).toMatchObject({
      code: 'missing_required_field',
      status: 422,
      details: { text: ['is required'] },
    }),
  );

  it('a required field that is an empty array is missing', async () =>
    expect(await refusal({ ...right, choices: [] })).toMatchObject({
      code: 'missing_required_field',
      details: { choices: ['is required'] },
    }));

  it('a required field is still missing when only its name is misspelt', async () =>
    expect(await refusal({ txt: 'hello', choices: ['a'] })).toMatchObject({ code: 'missing_required_field' }));

  it('a required field is not taken from the prototype of an object', async () => {
    const input: unknown = Object.create({ text: 'inherited', choices: ['a'] });
    expect(await refusal(input)).toMatchObject({ code: 'missing_required_field' });
  });

  it.each([
    ['a number', 5],
    ['an object', {}],
    ['an array', ['x']],
    ['an empty array', []],
    ['true', true],
  ])('a required field that is %s is wrong: 400', async (_what, text) =>
    expect(await refusal({ ...right, text })).toMatchObject({ code: 'invalid_request', status: 400 }),
  );
});

describe('an optional field', () => {
  it.each([
    ['tone', ''],
    ['tone', 'rude'],
    ['loud', 'true'],
    ['loud', 1],
    ['until', ''],
    ['until', '2026-02-30'],
    ['from', '192.0.2.1'],
  ])('an optional field %s: %j is wrong, never missing', async (field, value) => {
    const { code, details } = await refusal({ ...right, [field]: value });
    expect({ code, fields: Object.keys(details ?? {}) }).toEqual({ code: 'invalid_request', fields: [field] });
  });
});

describe('the details', () => {
  it('the details name every field at fault, also missing ones', async () =>
    expect(await refusal({ tone: 'rude', loud: 'no', choices: ['a'] })).toEqual({
      code: 'invalid_request',
      status: 400,
      details: {
        text: ['is required'],
        tone: ['must be formal or informal'],
        loud: ['must be true or false'],
      },
      message:
        'The request is not valid: tone must be formal or informal; loud must be true or false; text is required.',
    }));

  it('the details name the first item at fault by its place', async () => {
    expect((await refusal({ ...right, choices: ['a', 'x', 'y'] })).details).toEqual({
      'choices[1]': ['must be a or b'],
    });
    expect(Object.keys((await refusal({ ...right, from: ['192.0.2.1', '::1', 'x'] })).details ?? {})).toEqual([
      'from[2]',
    ]);
  });

  it('the details name the array when no single item is at fault', async () =>
    expect((await refusal({ ...right, choices: ['a', 'b', 'a', 'b'] })).details).toEqual({
      choices: ['must have at most 3 entries'],
    }));

  it('the details write nested fields with their parent', async () =>
    expect((await refusal({ ...right, tone: 'rude' }, 'options')).details).toEqual({
      'options.tone': ['must be formal or informal'],
    }));

  it('the details never quote the input', async () =>
    expect(JSON.stringify(await refusal({ ...right, tone: 'a secret' }))).not.toContain('secret'));
});

describe('a body that is no object', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an array', [right]],
    ['a string', 'text'],
    ['a number', 1],
  ])('a body that is %s is refused', async (_what, input) =>
    expect(await refusal(input)).toMatchObject({
      code: 'invalid_request',
      message: 'The request body must be a JSON object.',
    }),
  );

  it('a nested value that is no object is named by the field that should hold one', async () =>
    expect((await refusal([], 'options')).message).toBe('options must be a JSON object.'));
});

describe('hostile input', () => {
  it('input nested 100,000 levels deep in an unknown field is harmless', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(validated(Order, { ...right, deep })).toMatchObject(right);
  });

  it('input nested 100,000 levels deep in a known field is refused', async () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    expect((await refusal({ ...right, text: deep })).code).toBe('invalid_request');
    expect((await refusal({ ...right, choices: [deep] })).code).toBe('invalid_request');
  });

  it('input cannot reach the prototype of anything', () => {
    const input: unknown = JSON.parse(
      '{"text":"hello","choices":["a"],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const order = validated(Order, input);
    expect(Object.getPrototypeOf(order)).toBe(Order.prototype);
    expect('polluted' in order || 'polluted' in {}).toBe(false);
  });

  it('a list of a million items is refused without checking each', async () => {
    const choices = Array.from({ length: 1_000_000 }, () => 'x');
    expect((await refusal({ ...right, choices })).code).toBe('invalid_request');
  });
});

describe('a name that is near another', () => {
  it('a required field that is misspelt is asked for', async () =>
    expect((await refusal({ choices: ['a'], texts: 'x', other: 1 })).message).toBe(
      'A required field is missing or empty: text. texts is not known: did you mean text?',
    ));

  it('a closed input names its fields where none is near', async () => {
    class Page {
      @IsOptional()
      @IsTimestamp()
      start?: string;

      @IsOptional()
      @IsTimestamp()
      end?: string;
    }
    Closed()(Page);
    const { details } = await rejectionOf(() => validated(Page, { colour: 'red' }));
    expect(details).toEqual({ colour: ['is not known; there are start, end'] });
  });
});
