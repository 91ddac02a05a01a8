import type { OpenAPIObject } from '@nestjs/swagger';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Paths = OpenAPIObject['paths'];
export type Operation = NonNullable<Paths[string]['get']>;

/** The paths with each operation as `change` returns it; `method` is in lower case. */
export const mapOperations = (
  paths: Paths,
  change: (operation: Operation, method: string, path: string) => Operation,
): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const operations = methods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [[method, change(operation, method, path)]];
      });
      return [path, { ...item, ...Object.fromEntries(operations) }];
    }),
  );
