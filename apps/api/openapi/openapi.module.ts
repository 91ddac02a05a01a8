import { Module } from '@nestjs/common';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { DocsController } from './docs.controller.js';
import { GuideController } from './guide.controller.js';
import { OpenApiDocument } from './openapi-document.js';

@Module({ imports: [InferenceModule], controllers: [DocsController, GuideController], providers: [OpenApiDocument] })
export class OpenApiModule {}
