import { Query } from '@nestjs/common';
import { validatedBy } from './validation.js';

const takers = new WeakMap<object, Set<string | symbol>>();

/** The query of a request as an instance of the class, validated. */
export const QueryOf =
  (type: new () => object): ParameterDecorator =>
  (controller, method, index) => {
    if (method === undefined) return;
    takers.set(controller, new Set(takers.get(controller)).add(method));
    Query(validatedBy(type))(controller, method, index);
  };

/** Whether a method of a controller takes a query. Parameters are decorated before their method is. */
export const takesQuery = (controller: object, method: string | symbol): boolean =>
  takers.get(controller)?.has(method) ?? false;
