import { Body, Controller, Post, Req } from '@nestjs/common';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { IsOptional, IsString } from 'class-validator';
import { expect, it } from 'vitest';
import { Endpoint } from './endpoint.decorator.js';
import type { RouteAccess } from './request-context.js';
import { validatedBy } from './validation.js';

class Order {
  @IsString()
  dish: string;

  @IsOptional()
  @IsString()
  table?: string;
}

@Controller('v1/orders')
class OrdersController {
  @Post('a')
  @Endpoint({ errors: [] })
  named(@Req() _request: unknown, @Body(validatedBy(Order)) order: Order): Order {
    return order;
  }

  @Post('b')
  @Endpoint({ errors: [], bodyFields: ['dish'] })
  said(@Body(validatedBy(Order)) order: Order): Order {
    return order;
  }

  @Post('c')
  @Endpoint({ errors: [] })
  unknown(@Body() order: unknown): unknown {
    return order;
  }
}

it.each([
  ['of the class that its body is validated by', 'named', ['dish', 'table']],
  ['that it names itself', 'said', ['dish']],
  ['of a body that nothing is known of', 'unknown', undefined],
] as const)('a route reads the fields %s', (_which, method, expected) => {
  const { access }: { access: RouteAccess } = Reflect.getMetadata(
    FASTIFY_ROUTE_CONFIG_METADATA,
    OrdersController.prototype[method],
  );
  expect(access.bodyFields).toEqual(expected);
});
