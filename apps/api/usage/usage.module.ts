import { Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { AccessModule } from '../access/access.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { UsageController } from './usage.controller.js';

@Module({ imports: [AccessModule, BlobStoreModule, PeopleModule, ReadModelsModule], controllers: [UsageController] })
export class UsageModule {}
