import { Module } from '@nestjs/common';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import { GlossariesController } from './glossaries.controller.js';
import { GlossaryRequests } from './glossary-requests.js';

@Module({ controllers: [GlossariesController], providers: [FindGlossaryHandler, GlossaryRequests] })
export class GlossariesModule {}
