import { Query } from '@nestjs/common';
import { validatedBy } from './validation.js';

const takers = new WeakMap<object, Map<string | symbol, new () => object>>();

/** The query of a request as an instance of the class, validated. */
export const QueryOf =
  (type: new () => object): ParameterDecorator =>
  (controller, method, index) => {
    if (method === undefined) return;
    takers.set(controller, new Map(takers.get(controller)).set(method, type));
    Query(validatedBy(type))(controller, method, index);
  };

/** The class of the query that a method of a controller takes, if any. Parameters are decorated before their method is. */
export const queryTypeOf = (controller: object, method: string | symbol): (new () => object) | undefined =>
  takers.get(controller)?.get(method);
