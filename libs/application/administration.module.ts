import { Module } from '@nestjs/common';
import { administrationHandlers } from './administration.handlers.js';
import { handlerProviders } from './handler-providers.js';

/** Commands on organizations, their users, keys and certifications, for the API. */
@Module({ providers: handlerProviders(administrationHandlers) })
export class AdministrationModule {}
