import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';

/** A user as an answer that has user ids names one beside them. */
export class PersonDto {
  @ApiProperty({ description: 'Empty where none was given.' })
  name: string;

  @ApiPropertyOptional({ description: 'Missing for an owner without an account.' })
  email?: string;
}

/** Users by their ids. */
export type KnownPeople = Record<string, PersonDto>;

/** Schema of `people`, for a class with `PersonDto` among its extra models. */
export const peopleSchema = () =>
  ({
    type: 'object' as const,
    additionalProperties: { $ref: getSchemaPath(PersonDto) },
    description:
      'The users whose ids the answer has, by id, as they are called now; those who are erased are not among them. For display: no entry, proof or export has it.',
  }) as const;
