import { ValidateIf } from 'class-validator';

/** Requires a field where the rest of the input demands it, which `where` says: `is required where resource is there`. */
export const RequiredWhere = <Input extends object>(
  where: string,
  isRequired: (input: Input) => boolean,
): PropertyDecorator =>
  ValidateIf((input: Input, value: unknown) => (value !== undefined && value !== null) || isRequired(input), {
    context: { where },
  });

/** The words of a condition; empty for any other than `RequiredWhere`. */
export const requiredWhere = ({ context }: { context?: unknown }): string =>
  typeof context === 'object' && context !== null && 'where' in context ? String(context.where) : '';
