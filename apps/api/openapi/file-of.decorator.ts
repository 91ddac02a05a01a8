import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

type Headers = NonNullable<ApiResponseOptions['headers']>;
type Schema = Extract<NonNullable<ApiResponseOptions['content']>[string]['schema'], object>;

interface DescribedFile {
  description: string;
  /** The schema of each media type that clients read it as; bytes where it is `binary`. */
  content: Readonly<Record<string, Schema>>;
  headers?: Headers;
  /** Whether the answer is an act, which may be asked for its receipt. */
  isAct?: boolean;
}

/** The schema of an answer that is bytes. */
export const binary = { type: 'string', format: 'binary' } as const;
/** The schema of an answer that is text. */
export const plainText = { type: 'string' } as const;

/** The headers of an answer that is saved as a file. */
export const savedFile = {
  'Content-Disposition': { description: 'Name of the file, by RFC 6266.', schema: { type: 'string' as const } },
};

const receiptUrl = {
  'X-Audit-Receipt-Url': {
    description: 'Where the receipt of the act is, where `receipt=true` asked for it.',
    schema: { type: 'string' as const, format: 'uri' },
  },
};

/** Documents the result of a route that is a file, without an envelope. */
export const FileOf = ({ description, content, headers = {}, isAct = false }: DescribedFile): MethodDecorator =>
  applyDecorators(
    ApiResponse({
      status: 200,
      description,
      headers: { ...headers, ...(isAct ? receiptUrl : {}) },
      content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
    }),
  );
