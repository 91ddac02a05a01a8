// Made from the description of the API by openapi-typescript: npm run test:contracts -- packages/sdk/generated-types -u

export interface components {
    schemas: {
        TranslationResultDto: {
            /** @description The translation. */
            translation: string;
            /** @description The source that was given, or else the detected one. */
            source_language: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
            /** @description What the detector says of the text; und for text without letters. */
            detected_language: string;
            /** @description The engine's confidence in the translation. */
            confidence: number;
            /** @description EuroVoc domain, number and name; `general` where none was given. */
            domain: string;
            /** @description Words of the source text. */
            word_count: number;
            /** @description Unicode code points of the source text. */
            character_count: number;
        };
        TranslateRequest: {
            /** @description Text to translate; at most 10,000 characters (Unicode code points). */
            text: string;
            /**
             * Format: bcp47
             * @description Target language, ISO 639-1, or one of its variants that `GET /v1/languages` lists (`pt-BR`).
             */
            target: string;
            /**
             * Format: bcp47
             * @description Source language, ISO 639-1; detected when omitted.
             */
            source?: string | null;
            /**
             * @description EuroVoc domain, number and name.
             * @enum {string|null}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations" | null;
            /**
             * @description Has an effect where the language supports it.
             * @enum {string|null}
             */
            formality?: "formal" | "informal" | "neutral" | null;
            /** @description Keep line breaks and runs of spaces. With false, each run of white space becomes one space. Defaults to `true`. */
            preserve_formatting?: boolean | null;
            /** @description Glossary to use; when omitted, the newest one that is bound to the `domain` given and to the pair. */
            glossary_id?: string | null;
            /**
             * @description Defaults to `balanced`.
             * @enum {string|null}
             */
            quality?: "fast" | "balanced" | "quality" | null;
        };
        BatchItemError: {
            /**
             * @description A stable code, for programs.
             * @enum {string}
             */
            code: "missing_api_key" | "invalid_api_key" | "revoked_api_key" | "expired_api_key" | "invalid_credentials" | "organization_suspended" | "ip_not_allowed" | "insufficient_scope" | "invalid_request" | "invalid_language" | "text_too_long" | "missing_required_field" | "invalid_file_format" | "unsupported_format" | "file_too_large" | "rate_limit_exceeded" | "quota_exceeded" | "insufficient_quota" | "concurrent_limit" | "conflict" | "not_found" | "document_not_found" | "document_expired" | "glossary_not_found" | "processing_failed" | "internal_error" | "service_unavailable" | "model_unavailable";
            /** @description For people. */
            message: string;
            /** @description The status that the error has by itself. */
            status: number;
        };
        BatchItemDto: {
            /** @description The text as it came. */
            text: string;
            /** @description The translation; absent where there is an `error`. */
            translation?: string;
            /** @description The source that was given, or else the detected one; absent where there is an `error`. */
            source_language?: string;
            /** @description The reason why the text was not translated; only with `Prefer: partial`. */
            error?: components["schemas"]["BatchItemError"];
            /** @description Languages passed through where the engine had to pivot. */
            route?: string[];
        };
        BatchResult: {
            /** @description In the order of the texts. Failed ones only with `Prefer: partial`. */
            translations: components["schemas"]["BatchItemDto"][];
            /** @description Words of all texts that are translated. */
            total_word_count: number;
            /** @description Unicode code points of all texts that are translated. */
            total_character_count: number;
        };
        BatchRequest: {
            /** @description Each of at most 10,000 characters (Unicode code points). An empty one is answered as empty. */
            texts: string[];
            /**
             * Format: bcp47
             * @description Target language, ISO 639-1, or one of its variants that `GET /v1/languages` lists (`pt-BR`).
             */
            target: string;
            /**
             * Format: bcp47
             * @description Source language of every text, ISO 639-1; detected text by text when omitted.
             */
            source?: string | null;
            /** @description False: the texts are translated one after another. Defaults to `true`. */
            parallel?: boolean | null;
        };
        DetectionAlternative: {
            /** @description ISO 639-1. */
            language: string;
            /** @description From 0 to 1. */
            confidence: number;
        };
        DetectionResult: {
            /** @description ISO 639-1; und for text without letters or of no known language. */
            language: string;
            /** @description English name of the language. */
            language_name: string;
            /** @description From 0 to 1. */
            confidence: number;
            /** @description Writing system. */
            script: string;
            /** @description The likelier first. */
            alternatives: components["schemas"]["DetectionAlternative"][];
        };
        DetectRequest: {
            /** @description Text of at most 10,000 characters (Unicode code points). */
            text: string;
        };
        Language: {
            /** @description A stable code, for programs. */
            code: string;
            /** @description Its name. */
            name: string;
            /** @description Name of the language in itself. */
            native_name: string;
            /** @description Writing system. */
            script: string;
            /** @description Whether `formality` has an effect. */
            supports_formality: boolean;
            /** @description Whether `domain` has an effect. */
            supports_domain: boolean;
            /** @description Whether it can be translated to, from, or both. */
            supported_directions: ("to" | "from")[];
            /** @description Variants that can be a target, BCP 47. */
            variants: string[];
        };
        Pair: {
            /** @description The source. */
            source: string;
            /** @description The target. */
            target: string;
            /** @description Languages passed through, both ends included. */
            route: string[];
        };
        LanguageList: {
            /** @description Languages. */
            languages: components["schemas"]["Language"][];
            /** @description Number of all entries that match. */
            total: number;
            /** @description With ?detail=pairs. */
            pairs?: components["schemas"]["Pair"][];
        };
        Model: {
            /** @description Id that answers name it by. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Kind of engine that runs it. */
            engine: string;
            /** @description Languages that it translates from. */
            source_languages: string[];
            /** @description Languages that it translates to. */
            target_languages: string[];
            /** @description SHA-256 of the canonical JSON of its files' names and SHA-256, hex, as in `model_sha256`; null where the engine has no weights of its own. */
            sha256: string | null;
            /** @description Bytes of its files; null where the engine has no weights of its own. */
            size_bytes: number | null;
            /** @description Its licence; null where nothing states one. */
            licence: string | null;
            /** @description Address of the text of the licence; null where none is stated. */
            licence_url: string | null;
            /** @description Where it came from, without credentials; null where that is not known. */
            source: string | null;
            /** @description Qualities that it serves now. */
            qualities: ("fast" | "balanced" | "quality")[];
            /**
             * Format: date-time
             * @description Time of its installation; null where that is not known.
             */
            since: string | null;
        };
        ModelList: {
            /** @description Models by their ids. */
            models: components["schemas"]["Model"][];
        };
        ConformanceClaimDto: {
            /** @description The standard that the metadata of the source claim, with its part and level. */
            standard: string;
            /** @description Whether the translation claims the same. */
            kept: boolean;
            /** @description The lower level that the translation claims; missing where it keeps the claim, or drops it. */
            becomes?: string;
        };
        FormatDetailsDto: {
            /** @description PDF/A and PDF/UA; empty where the file claims neither. */
            conformance: components["schemas"]["ConformanceClaimDto"][];
        };
        DocumentFailureDto: {
            /** @description A stable code, for programs. */
            code: string;
            /** @description For people; it may change. */
            message: string;
        };
        DocumentDto: {
            /** @description Its id. */
            id: string;
            /** @description Name of the file. */
            filename: string;
            /** @description Id of its format in `GET /v1/formats`. */
            format: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "expired";
            /** @description Source language, ISO 639-1. */
            source_language: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
            /** @description Pages, slides or sheets; of formats without, started 1,800-character pages. */
            page_count: number;
            /**
             * @description Where `page_count` comes from: what the `file` says, its `layout`, or an `estimate` by its length. Missing for documents of before it was recorded.
             * @enum {string}
             */
            page_count_source?: "file" | "layout" | "estimate";
            /** @description Words of the source text. */
            word_count: number;
            /** @description False for a document that could not be counted in ten seconds: `word_count` is 0 until it is. */
            counted: boolean;
            /** @description Share that is done, in percent; it never goes back. */
            progress: number;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description While it is translated.
             */
            estimated_completion?: string;
            /**
             * Format: date-time
             * @description When completed.
             */
            completed_at?: string;
            /** @description When completed. */
            download_url?: string;
            /**
             * Format: date-time
             * @description When completed; null while a legal hold keeps the document.
             */
            expires_at?: string | null;
            /** @description When completed, of a PDF that is asked for by its id: what it claims, and its translation. */
            format_details?: components["schemas"]["FormatDetailsDto"];
            /** @description When failed. */
            error?: components["schemas"]["DocumentFailureDto"];
        };
        KeyRulesDto: {
            /** @description JSONPath, or names of columns: when there are any, nothing else is translated. */
            include?: string[] | null;
            /** @description JSONPath, or names of columns that stay. */
            exclude?: string[] | null;
        };
        FormatOptionsDto: {
            /** @description Translate the names of sheets. */
            sheet_names?: boolean | null;
            /** @description Translate hidden text, rows, columns, sheets, slides and layers too. */
            hidden?: boolean | null;
            /** @description Read the text of scanned pages. */
            ocr?: boolean | null;
            /** @description Keys. */
            keys?: components["schemas"]["KeyRulesDto"] | null;
            /** @description Rules of ITS 2.0, as XML. */
            its_rules?: string | null;
        };
        UploadDocumentForm: {
            /**
             * Format: bcp47
             * @description Target language, ISO 639-1, or one of its variants that `GET /v1/languages` lists (`pt-BR`).
             */
            target: string;
            /**
             * Format: bcp47
             * @description Source language, ISO 639-1; detected when omitted.
             */
            source?: string;
            /**
             * @description EuroVoc domain, number and name; `general` where none was given.
             * @enum {string}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations";
            /** @description Keep the layout; otherwise text may flow, and nothing is made smaller. Defaults to `true`. */
            preserve_layout?: boolean;
            /** @description Keep pictures; otherwise their alternative text stands in their place. Defaults to `true`. */
            preserve_images?: boolean;
            /** @description Translate headers and footers. Defaults to `true`. */
            translate_headers?: boolean;
            /** @description Translate the alternative text of pictures. Defaults to `true`. */
            translate_alt_text?: boolean;
            /** @description Translate comments. Defaults to `false`. */
            translate_comments?: boolean;
            /**
             * @description `balanced` unless the first translation had another.
             * @enum {string}
             */
            quality?: "fast" | "balanced" | "quality";
            /** @description Pages, slides or sheets to translate, such as `1-3,5`, with blanks or without; for formats that have them. */
            page_range?: string;
            /** @description Glossary to use; when omitted, the newest one that is bound to the `domain` given and to the pair. */
            glossary_id?: string;
            /** @description Options of single formats, as JSON. */
            format_options?: components["schemas"]["FormatOptionsDto"];
            /**
             * Format: uri
             * @description Receives document.completed and document.failed.
             */
            webhook_url?: string;
            /** @description Signs the webhook, by the Standard Webhooks scheme; needs a `webhook_url`. At least 24 bytes, counted as they are behind the base64 of `whsec_`. */
            webhook_secret?: string;
            /**
             * Format: binary
             * @description At most 100 MB (104,857,600 bytes).
             */
            file: string;
        };
        TranslateDocumentOptions: {
            /** @description Keep the layout; otherwise text may flow, and nothing is made smaller. */
            preserve_layout?: boolean | null;
            /** @description Keep pictures; otherwise their alternative text stands in their place. */
            preserve_images?: boolean | null;
            /** @description Translate headers and footers. */
            translate_headers?: boolean | null;
            /** @description Translate the alternative text of pictures. */
            translate_alt_text?: boolean | null;
            /** @description Translate comments. */
            translate_comments?: boolean | null;
            /**
             * @description `balanced` unless the first translation had another.
             * @enum {string|null}
             */
            quality?: "fast" | "balanced" | "quality" | null;
            /** @description Pages, slides or sheets to translate, such as `1-3,5`, with blanks or without; for formats that have them. */
            page_range?: string | null;
            /**
             * @description EuroVoc domain, number and name; `general` where none was given.
             * @enum {string|null}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations" | null;
            /** @description As `glossary_id` beside `options`, which comes first. */
            glossary_id?: string | null;
            /** @description Options of single formats. */
            format_options?: components["schemas"]["FormatOptionsDto"] | null;
        };
        TranslateDocumentBody: {
            /**
             * Format: bcp47
             * @description The target.
             */
            target: string;
            /** @description Glossary to use; when omitted, the newest one that is bound to the document's domain and to the pair. */
            glossary_id?: string | null;
            /** @description Options; those that are left out are as the first translation had them. */
            options?: components["schemas"]["TranslateDocumentOptions"] | null;
        };
        PaginationDto: {
            /** @description Number of all entries that match. */
            total: number;
            /** @description True where there are more than `total`, which were not counted to the end. */
            total_capped?: boolean;
            /** @description Most entries of a page. */
            limit: number;
            /** @description Entries that were passed over. */
            offset: number;
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description `cursor` of the next page; null on the last. */
            next_cursor: string | null;
        };
        DocumentListDto: {
            /** @description Documents. */
            documents: components["schemas"]["DocumentDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        DeletedDocumentDto: {
            /** @description Its id. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        FormatOptionDto: {
            /** @description Its name. */
            name: string;
            /**
             * @description Where it stands in a request: beside the others, or in their field `format_options`.
             * @enum {string}
             */
            in: "options" | "format_options";
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "boolean" | "string" | "object";
            /** @description Value when it is omitted: true, false, an object, or null for none. */
            default: unknown;
        };
        DocumentFormatDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Extensions of files, without the dot. */
            extensions: string[];
            /** @description Media types; the first is sent. */
            media_types: string[];
            /** @description Formats that a translation can be downloaded in. */
            outputs: string[];
            /** @description Options that have an effect on such files. */
            options: components["schemas"]["FormatOptionDto"][];
            /** @description Whether `include_source` is possible at download. */
            include_source: boolean;
            /** @description Whether `GET /v1/documents/{id}/pages/{n}.png` shows their pages; programs that do may be missing here. */
            page_images: boolean;
            /** @description Largest file, in bytes. */
            max_bytes: number;
            /** @description Pages or sheets of a file; null where only its size limits them. */
            max_pages: number | null;
            /** @description Whether this installation reads the format. */
            available: boolean;
            /** @description The reason why it cannot be read here; null where it can. */
            unavailable_reason: string | null;
        };
        DocumentFormatList: {
            /** @description Formats. */
            formats: components["schemas"]["DocumentFormatDto"][];
        };
        SegmentCountsDto: {
            /** @description The translated and the skipped ones. */
            found: number;
            /** @description Segments that were translated. */
            translated: number;
            /** @description Translated ones that took the translation of an equal one. */
            repeated: number;
            /** @description Translated ones whose inline tags had to be repaired. */
            repaired: number;
            /** @description Translated ones that did not fit in their place. */
            overflowed: number;
            /** @description Found and left as they were. */
            skipped: number;
        };
        PartReportDto: {
            /** @description Its name inside the file; `document` for the whole. */
            name: string;
            /** @description What most of its segments are. */
            kind: string;
            /** @description Counts of segments. */
            segments: components["schemas"]["SegmentCountsDto"];
        };
        SkippedTextDto: {
            /** @description Part of the file. */
            part: string;
            /** @description The reason. */
            reason: string;
            /** @description How often. */
            count: number;
        };
        FormatWarningDto: {
            /** @description A stable code, for programs. */
            code: string;
            /** @description For people; it may change. */
            message: string;
            /** @description Part of the file. */
            part: string;
            /** @description How often. */
            count: number;
        };
        DocumentReportDto: {
            /** @description Id of the document. */
            document_id: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
            /** @description Counts of segments. */
            segments: components["schemas"]["SegmentCountsDto"];
            /** @description Their counts sum to those of the whole. */
            parts: components["schemas"]["PartReportDto"][];
            /** @description Texts that stayed as they were, with the reason. */
            skipped: components["schemas"]["SkippedTextDto"][];
            /** @description What its caller should know. */
            warnings: components["schemas"]["FormatWarningDto"][];
            /** @description Of PDF files alone. */
            format_details?: components["schemas"]["FormatDetailsDto"];
        };
        WebhookAttemptDto: {
            /** @description Number of the attempt, from 1. */
            attempt: number;
            /**
             * @description Result of the attempt.
             * @enum {string}
             */
            outcome: "succeeded" | "failed";
            /** @description Status of the response; null without one. */
            status_code: number | null;
            /** @description Why it failed; null on success. */
            reason: string | null;
            /** @description Milliseconds. */
            duration_ms: number;
            /**
             * Format: date-time
             * @description Time of the attempt.
             */
            attempted_at: string;
        };
        WebhookDeliveryDto: {
            /** @description The `webhook-id` of every attempt. */
            id: string;
            /** @description Null for the webhook that came with an upload. */
            webhook_id: string | null;
            /** @description Number of the message at its webhook, 0 for a test; null for the webhook that came with an upload. */
            sequence: number | null;
            /** @description The event. */
            event: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttemptDto"][];
            /**
             * Format: date-time
             * @description Time of the next attempt; null where none follows.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
        };
        WebhookDeliveryListDto: {
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDeliveryDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        GlossaryDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Source language, ISO 639-1. */
            source_language: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
            /**
             * @description Absent where the glossary is bound to no domain.
             * @enum {string}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations";
            /** @description From 1; every change of the entries makes another. */
            version: number;
            /** @description Number of entries. */
            entry_count: number;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        GlossaryEntryDto: {
            /** @description The source. */
            source: string;
            /** @description The target. */
            target: string;
        };
        CreateGlossaryRequest: {
            /** @description Its name. */
            name: string;
            /**
             * Format: bcp47
             * @description ISO 639-1.
             */
            source_language: string;
            /**
             * Format: bcp47
             * @description ISO 639-1, or one of its variants that `GET /v1/languages` lists; another one than the source.
             */
            target_language: string;
            /**
             * @description Requests of this domain and pair use the glossary without naming it; the newest one, of several.
             * @enum {string|null}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations" | null;
            /** @description Entries. */
            entries: components["schemas"]["GlossaryEntryDto"][];
        };
        GlossaryList: {
            /** @description Glossaries, newest first. */
            glossaries: components["schemas"]["GlossaryDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        GlossaryWithEntriesDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Source language, ISO 639-1. */
            source_language: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
            /**
             * @description Absent where the glossary is bound to no domain.
             * @enum {string}
             */
            domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations";
            /** @description From 1; every change of the entries makes another. */
            version: number;
            /** @description Number of entries. */
            entry_count: number;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Entries. */
            entries: components["schemas"]["GlossaryEntryDto"][];
        };
        ReplaceGlossaryEntriesRequest: {
            /** @description Entries. */
            entries: components["schemas"]["GlossaryEntryDto"][];
        };
        DeletedGlossaryDto: {
            /** @description Its id. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        KeyPersonDto: {
            /** @description `[erased]` once the user was erased. */
            user_id: string;
        };
        CreatedApiKeyDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Scopes of the key. */
            scopes: ("translate" | "detect" | "languages" | "documents:read" | "documents:write" | "glossaries:read" | "glossaries:write" | "compliance:read" | "compliance:write" | "webhooks:manage" | "keys:manage" | "organization:manage")[];
            /** @description Addresses and ranges that the key may be used from; empty for all. */
            ip_allowlist: string[];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which it ends; null where it does not.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use; null before the first.
             */
            last_used_at: string | null;
            /** @description The user who made the key. */
            created_by: components["schemas"]["KeyPersonDto"];
            /** @description The user in whose name the key acts, and with whom it ends. */
            owner: components["schemas"]["KeyPersonDto"];
            /** @description The key itself, shown only in this answer. */
            key: string;
        };
        CreateApiKeyRequest: {
            /** @description Its name. */
            name: string;
            /** @description Scopes of the key. */
            scopes: ("translate" | "detect" | "languages" | "documents:read" | "documents:write" | "glossaries:read" | "glossaries:write" | "compliance:read" | "compliance:write" | "webhooks:manage" | "keys:manage" | "organization:manage")[];
            /**
             * Format: date-time
             * @description In the future. The key does not expire when omitted.
             */
            expires_at?: string | null;
            /** @description Empty allows every address. */
            ip_allowlist?: string[] | null;
            /** @description The user in whose name the key acts, and with whom it ends: whoever makes it when omitted. Another user needs `organization:manage`, and a role with each scope of the key. */
            owner?: string | null;
        };
        ApiKeyDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Scopes of the key. */
            scopes: ("translate" | "detect" | "languages" | "documents:read" | "documents:write" | "glossaries:read" | "glossaries:write" | "compliance:read" | "compliance:write" | "webhooks:manage" | "keys:manage" | "organization:manage")[];
            /** @description Addresses and ranges that the key may be used from; empty for all. */
            ip_allowlist: string[];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which it ends; null where it does not.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use; null before the first.
             */
            last_used_at: string | null;
            /** @description The user who made the key. */
            created_by: components["schemas"]["KeyPersonDto"];
            /** @description The user in whose name the key acts, and with whom it ends. */
            owner: components["schemas"]["KeyPersonDto"];
        };
        ApiKeyList: {
            /** @description API keys, newest first; never the keys themselves. */
            api_keys: components["schemas"]["ApiKeyDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        RevokedApiKeyDto: {
            /** @description Its id. */
            id: string;
            /** @description Always true. */
            revoked: boolean;
        };
        SessionUserDto: {
            /** @description Its id. */
            id: string;
            /** @description E-mail address. */
            email: string;
            /** @description Its name. */
            name: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
        };
        SessionOrganizationDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
        };
        SessionDto: {
            /** @description The user. */
            user: components["schemas"]["SessionUserDto"];
            /** @description The organization that the session is in. */
            organization: components["schemas"]["SessionOrganizationDto"];
            /** @description What the role may do. */
            scopes: ("translate" | "detect" | "languages" | "documents:read" | "documents:write" | "glossaries:read" | "glossaries:write" | "compliance:read" | "compliance:write" | "webhooks:manage" | "keys:manage" | "organization:manage")[];
            /**
             * Format: date-time
             * @description End of the session; it ends sooner when it is not used.
             */
            expires_at: string;
        };
        SignInRequest: {
            /** @description E-mail address. */
            email: string;
            /** @description The password. */
            password: string;
            /** @description Needed where the password opens accounts in several organizations, or the address has more than three accounts. */
            organization_id?: string | null;
        };
        SignedOutDto: {
            /** @description Always true. */
            signed_out: boolean;
        };
        AcceptInviteRequest: {
            /** @description The password. */
            password: string;
            /** @description What stands behind the `#` of the `invite_url` that `POST /v1/users` returns. */
            token: string;
        };
        NewPasswordRequest: {
            /** @description The password. */
            password: string;
        };
        SignUpOwnerRequest: {
            /** @description The password. */
            password: string;
            /** @description What stands behind the `#` of the link that the operator made. */
            token: string;
            /** @description E-mail address. */
            email: string;
            /** @description Left out, the owner keeps the name of before. */
            name?: string | null;
        };
        ChangePasswordRequest: {
            /** @description The password until now. */
            current: string;
            /** @description The new password. */
            new: string;
        };
        InvitedUserDto: {
            /** @description Its id. */
            id: string;
            /** @description Empty for who is `named`. */
            email: string;
            /** @description Empty where none was given. */
            name: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
            /**
             * @description `named`: the owner in whose name the first key was made, who cannot sign in.
             * @enum {string}
             */
            status: "active" | "invited" | "named";
            /**
             * Format: date-time
             * @description Time at which the invite ends; null for a user who has come.
             */
            invite_expires_at: string | null;
            /** @description The resource id of this user in the audit log, which names no person; null for who is `named`. */
            account_id: string | null;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /** @description The page at which the user sets a password, once, within seven days; shown only in this answer. */
            invite_url: string;
        };
        InviteUserRequest: {
            /** @description E-mail address. */
            email: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
            /** @description Its name. */
            name?: string | null;
        };
        ListedUserDto: {
            /** @description Its id. */
            id: string;
            /** @description Empty for who is `named`. */
            email: string;
            /** @description Empty where none was given. */
            name: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
            /**
             * @description `named`: the owner in whose name the first key was made, who cannot sign in.
             * @enum {string}
             */
            status: "active" | "invited" | "named";
            /**
             * Format: date-time
             * @description Only for who has `organization:manage`.
             */
            invite_expires_at?: string | null;
            /** @description Only for who has `organization:manage`. */
            account_id?: string | null;
            /**
             * Format: date-time
             * @description Only for who has `organization:manage`.
             */
            created_at?: string;
        };
        UserList: {
            /** @description Users. */
            users: components["schemas"]["ListedUserDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        ChangedUserDto: {
            /** @description Its id. */
            id: string;
            /** @description Empty for who is `named`. */
            email: string;
            /** @description Empty where none was given. */
            name: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
            /**
             * @description `named`: the owner in whose name the first key was made, who cannot sign in.
             * @enum {string}
             */
            status: "active" | "invited" | "named";
            /**
             * Format: date-time
             * @description Time at which the invite ends; null for a user who has come.
             */
            invite_expires_at: string | null;
            /** @description The resource id of this user in the audit log, which names no person; null for who is `named`. */
            account_id: string | null;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /** @description Ids of the keys of the user that ended, since the role lacks a scope of theirs. */
            revoked_keys: string[];
        };
        UpdateUserRequest: {
            /**
             * @description Role of the user.
             * @enum {string|null}
             */
            role?: "owner" | "developer" | "translator" | "compliance" | "auditor" | null;
            /** @description Its name. */
            name?: string | null;
        };
        DeletedUserDto: {
            /** @description Its id. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
            /** @description Ids of the keys that ended with the user. */
            revoked_keys: string[];
            /** @description Ids of the keys that act in the name of the user who deleted, from now on. */
            transferred_keys: string[];
        };
        EndedSessionsDto: {
            /** @description Its id. */
            id: string;
            /** @description Ids of the sessions that ended: those that were open. */
            ended_sessions: string[];
        };
        CreatedWebhookDto: {
            /** @description Its id. */
            id: string;
            /**
             * Format: uri
             * @description Where messages are sent; null where they are pulled.
             */
            url: string | null;
            /** @description Events. */
            events: ("document.completed" | "document.failed" | "compliance.certification_expiring" | "compliance.audit_log_exported" | "compliance.report_ready")[];
            /**
             * @description Whether messages are sent, or the receiver asks for them.
             * @enum {string}
             */
            delivery: "push" | "pull";
            /**
             * @description Disabled by an answer of 410, or by five days of failures; what is pulled is always active.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /** @description The secret that signs, shown only in this answer. */
            secret: string;
        };
        CreateWebhookRequest: {
            /**
             * Format: uri
             * @description Where messages are sent; left out where they are pulled.
             */
            url?: string | null;
            /**
             * @description `pull`: nothing is sent; the receiver asks for the messages by `GET /v1/webhooks/{id}/messages`, which has them for 7 days. Defaults to `push`.
             * @enum {string|null}
             */
            delivery?: "push" | "pull" | null;
            /** @description Events. */
            events: ("document.completed" | "document.failed" | "compliance.certification_expiring" | "compliance.audit_log_exported" | "compliance.report_ready")[];
            /** @description Signs the messages, by the Standard Webhooks scheme; a random one when omitted. At least 24 bytes, counted as they are behind the base64 of `whsec_`. */
            secret?: string | null;
        };
        WebhookDto: {
            /** @description Its id. */
            id: string;
            /**
             * Format: uri
             * @description Where messages are sent; null where they are pulled.
             */
            url: string | null;
            /** @description Events. */
            events: ("document.completed" | "document.failed" | "compliance.certification_expiring" | "compliance.audit_log_exported" | "compliance.report_ready")[];
            /**
             * @description Whether messages are sent, or the receiver asks for them.
             * @enum {string}
             */
            delivery: "push" | "pull";
            /**
             * @description Disabled by an answer of 410, or by five days of failures; what is pulled is always active.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
        };
        WebhookList: {
            /** @description Webhooks, newest first. */
            webhooks: components["schemas"]["WebhookDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description Address that messages are sent to.
             */
            url?: string | null;
            /** @description Events. */
            events?: ("document.completed" | "document.failed" | "compliance.certification_expiring" | "compliance.audit_log_exported" | "compliance.report_ready")[] | null;
            /**
             * @description Enables a webhook that was disabled.
             * @enum {string|null}
             */
            status?: "active" | null;
        };
        RotatedSecretDto: {
            /** @description The new secret, shown only in this answer. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then messages carry a signature of the old secret too.
             */
            previous_valid_until: string;
        };
        DeletedWebhookDto: {
            /** @description Its id. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        ReplayedWebhookDto: {
            /** @description Number of messages that are sent again. */
            deliveries: number;
        };
        ReplayWebhookRequest: {
            /**
             * Format: date-or-time
             * @description Messages that were scheduled then or later.
             */
            start: string;
            /**
             * Format: date-or-time
             * @description Messages that were scheduled before.
             */
            end: string;
        };
        PulledMessageDto: {
            /** @description The `webhook-id`, the same however often the message is asked for. */
            id: string;
            /** @description Number of the message: from 1, without gaps. */
            sequence: number;
            /** @description The `webhook-timestamp`: Unix seconds of the answer, which are signed. */
            timestamp: number;
            /** @description The signed text: the JSON that would be the body of a message that is sent. */
            payload: string;
            /** @description The `webhook-signature`: `v1,` and the signature in base64, several separated by spaces. */
            signature: string;
        };
        PulledMessagesDto: {
            /** @description Messages in the order of their numbers, at most 100. A number that is missing before one was of a message older than 7 days. */
            messages: components["schemas"]["PulledMessageDto"][];
            /** @description The `after` of the next request. */
            next: number;
        };
        Retention: {
            /** @description ISO 8601 duration. */
            documents: string;
            /** @description ISO 8601 duration. */
            reports: string;
            /** @description ISO 8601 duration; null while none is set. */
            webhook_deliveries: string | null;
        };
        DataResidency: {
            /** @description Region of the data. */
            region: string;
            /** @description Places of the data. */
            locations: string[];
            /** @description Cipher of files at rest. */
            encryption: string;
        };
        LimitsOfAllKeys: {
            /** @description Null where there is no limit. */
            requests_per_minute: number | null;
            /** @description Requests that may be in flight at the same time. */
            concurrent_requests: number | null;
        };
        OrganizationLimits: {
            /** @description Null where there is no limit, here and below. */
            requests_per_minute: number | null;
            /** @description Characters that may be translated on a UTC day. */
            characters_per_day: number | null;
            /** @description Requests that may be in flight at the same time. */
            concurrent_requests: number | null;
            /** @description Connections of the stream that may be open. */
            connections: number | null;
            /** @description What all keys of the organization may do together. */
            organization: components["schemas"]["LimitsOfAllKeys"];
        };
        OrganizationDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * @description Tier of the organization.
             * @enum {string}
             */
            tier: "entry" | "pro" | "max";
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "suspended";
            /** @description How long things are kept. */
            retention: components["schemas"]["Retention"];
            /** @description Where data are kept. */
            data_residency: components["schemas"]["DataResidency"];
            /** @description Hosts that webhooks may go to; empty allows every public host. */
            webhook_hosts: string[];
            /** @description Limits of the tier. */
            limits: components["schemas"]["OrganizationLimits"];
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
        };
        RetentionChanges: {
            /** @description Documents. */
            documents?: string | null;
            /** @description Reports, newest first. */
            reports?: string | null;
            /** @description How long messages of webhooks are kept. */
            webhook_deliveries?: string | null;
        };
        UpdateOrganizationRequest: {
            /** @description Its name. */
            name?: string | null;
            /** @description Hosts that webhooks may go to; empty allows every public host. */
            webhook_hosts?: string[] | null;
            /** @description How long things are kept. */
            retention?: components["schemas"]["RetentionChanges"] | null;
        };
        PersonDto: {
            /** @description Empty where none was given. */
            name: string;
            /** @description Missing for an owner without an account. */
            email?: string;
        };
        UsagePeriod: {
            /**
             * Format: date
             * @description Inclusive, UTC.
             */
            start: string;
            /**
             * Format: date
             * @description Last day, UTC; it is inside.
             */
            end: string;
        };
        CharacterUsage: {
            /** @description Code points of the period. */
            used: number;
            /** @description Of each UTC day; null when the tier has no limit. */
            limit: number | null;
            /** @description Today, without what is set aside for documents in work; null when the tier has no limit. */
            remaining: number | null;
        };
        StorageUsage: {
            /** @description Bytes of the files that are stored now, with what is set aside for files that are being made. */
            used: number;
            /** @description Bytes; null when the tier has no limit. */
            limit: number | null;
        };
        UsageOfDay: {
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Unicode code points. */
            characters: number;
            /**
             * Format: date
             * @description UTC.
             */
            date: string;
        };
        UsageOfKey: {
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Unicode code points. */
            characters: number;
            /** @description Null for what was done without a key. */
            key_id: string | null;
        };
        UsageOfEndpoint: {
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Unicode code points. */
            characters: number;
            /** @description Endpoint of the acts. */
            endpoint: string;
        };
        UsageOfUser: {
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Unicode code points. */
            characters: number;
            /** @description `[erased]` for all users together who are erased. */
            user_id: string;
        };
        UsageOfLanguagePair: {
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Unicode code points. */
            characters: number;
            /** @description Source language, ISO 639-1. */
            source_language: string;
            /** @description Target language, ISO 639-1 or one of its variants. */
            target_language: string;
        };
        UsageDto: {
            /** @description The period. */
            period: components["schemas"]["UsagePeriod"];
            /** @description Unicode code points. */
            characters: components["schemas"]["CharacterUsage"];
            /** @description Of now, whatever the period is. */
            storage: components["schemas"]["StorageUsage"];
            /** @description Acts: what has an entry in the audit log; reads are not counted. */
            requests: number;
            /** @description Days with usage, oldest first. */
            by_day: components["schemas"]["UsageOfDay"][];
            /** @description Most characters first. */
            by_key: components["schemas"]["UsageOfKey"][];
            /** @description Most characters first. */
            by_endpoint: components["schemas"]["UsageOfEndpoint"][];
            /** @description Most characters first, the first 1,000. */
            by_user: components["schemas"]["UsageOfUser"][];
            /** @description Translations, most characters first; each target of a document is a request here. */
            by_language_pair: components["schemas"]["UsageOfLanguagePair"][];
            /** @description The users whose ids the answer has, by id, as they are called now; those who are erased are not among them. For display: no entry, proof or export has it. */
            people: {
                [key: string]: components["schemas"]["PersonDto"];
            };
        };
        AuditOpeningDto: {
            /** @description Name of the field. */
            field: string;
            /** @description The value. */
            value: string;
            /** @description 32 random bytes in base64. */
            salt: string;
        };
        AuditLogEntryDto: {
            /** @description Its id. */
            id: string;
            /**
             * Format: date-time
             * @description Time of the act.
             */
            timestamp: string;
            /**
             * @description The act.
             * @enum {string}
             */
            action: "translate" | "translate_document" | "detect" | "document_upload" | "document_download" | "document_delete" | "api_key_create" | "api_key_revoke" | "user_login" | "settings_change" | "api_key_rotate" | "api_key_transfer" | "glossary_create" | "glossary_update" | "glossary_delete" | "webhook_create" | "webhook_update" | "webhook_delete" | "webhook_disable" | "webhook_replay" | "report_create" | "report_download" | "audit_log_export" | "certification_update" | "certification_delete" | "organization_suspend" | "organization_resume" | "user_create" | "user_update" | "user_delete" | "password_change" | "subject_erase" | "subject_access" | "hold_place" | "hold_lift" | "log_key_rotate" | "log_resume" | "retention_apply" | "request_refused";
            /**
             * @description Kind of resource.
             * @enum {string}
             */
            resource: "text" | "document" | "api_key" | "glossary" | "webhook" | "report" | "audit_log" | "certification" | "organization" | "user" | "subject" | "hold";
            /** @description Id of the resource. */
            resource_id: string;
            /** @description The creator of the key, or the signed-in user; [erased] once erased. */
            user_id: string;
            /** @description The key that was used; null where none was. */
            key_id: string | null;
            /** @description The name of that key. */
            key_name: string | null;
            /** @description Address that the request came from; `[erased]` once it was erased. */
            ip_address: string;
            /** @description What the client said of itself; `[erased]` once the address was erased. */
            user_agent: string;
            /** @description The meta.request_id of the request. */
            request_id: string;
            /** @description Facts of the act. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description `success`, `failure`, or `denied` for want of a right.
             * @enum {string}
             */
            result: "success" | "failure" | "denied";
            /** @description None for what was erased, or recorded before there were any. */
            openings: components["schemas"]["AuditOpeningDto"][];
        };
        AuditLogList: {
            /** @description Entries. */
            entries: components["schemas"]["AuditLogEntryDto"][];
            /** @description The users whose ids the answer has, by id, as they are called now; those who are erased are not among them. For display: no entry, proof or export has it. */
            people: {
                [key: string]: components["schemas"]["PersonDto"];
            };
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        OpeningDto: {
            /** @description Name of the field. */
            field: string;
            /** @description The value. */
            value: string;
            /** @description Base64. */
            salt: string;
        };
        EntryProofDto: {
            /** @description Id of the audit log entry. */
            entry_id: string;
            /** @description Number of the entry: from 0, without gaps. */
            leaf_index: number;
            /** @description Entries of the tree that the proof is of. */
            tree_size: number;
            /** @description SHA-256 of a zero byte and the leaf, base64. */
            leaf_hash: string;
            /** @description The audit path (RFC 6962), base64, from the leaf to the root. */
            hashes: string[];
            /** @description What opens the commitments in the leaf; nothing of what was erased. */
            openings: components["schemas"]["OpeningDto"][];
            /** @description The signed note of that tree. */
            checkpoint: string;
        };
        AuditLogOne: {
            /** @description The entry. */
            entry: components["schemas"]["AuditLogEntryDto"];
            /** @description The proof that the entry is in the log; null for the second until it is signed. */
            proof: components["schemas"]["EntryProofDto"] | null;
            /** @description The users whose ids the answer has, by id, as they are called now; those who are erased are not among them. For display: no entry, proof or export has it. */
            people: {
                [key: string]: components["schemas"]["PersonDto"];
            };
        };
        AuditExportDto: {
            /** @description Id of the export. */
            export_id: string;
            /**
             * @description `broken`: its reader went away, or it was cut off. `failed`: the process that sent it died.
             * @enum {string}
             */
            status: "started" | "completed" | "broken" | "failed";
            /**
             * @description Why it failed.
             * @enum {string|null}
             */
            reason: "process_ended" | null;
            /**
             * @description Format of the file.
             * @enum {string}
             */
            format: "ndjson" | "csv" | "xlsx" | "ocsf" | "cef";
            /** @description Whether it went on with new entries. */
            follow: boolean;
            /** @description Filters that were given. */
            filters: {
                [key: string]: unknown;
            };
            /** @description Entries. */
            entries: number | null;
            /** @description Of all bytes; in NDJSON of those before the last line. */
            sha256: string | null;
            /** @description The signed checkpoint of its end, as text. */
            checkpoint: string | null;
            /** @description Id of its last entry. */
            next_cursor: string | null;
            /** @description Id of the user; [erased] once erased. */
            requested_by: string;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which it ended; null until then.
             */
            ended_at: string | null;
        };
        AuditExportList: {
            /** @description Exports, newest first. */
            exports: components["schemas"]["AuditExportDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        TimeStampDto: {
            /** @description Entries of the tree that was stamped. */
            size: number;
            /**
             * Format: date-time
             * @description What the authority says that time it was.
             */
            time: string;
            /** @description What was stamped: the text of the checkpoint of that size. */
            text: string;
            /** @description The time stamp token (RFC 3161), base64 of its DER. */
            token: string;
            /** @description The consistency proof (RFC 6962) from that size to that of the checkpoint, base64. */
            hashes: string[];
        };
        CheckpointDto: {
            /** @description Name of the log. */
            origin: string;
            /** @description Entries that it covers. */
            size: number;
            /** @description Root of their Merkle tree (RFC 6962), base64. */
            root_hash: string;
            /**
             * Format: date-time
             * @description Time of the signature.
             */
            signed_at: string;
            /** @description The signed note (C2SP tlog-checkpoint). */
            checkpoint: string;
            /** @description Cosignatures of witnesses, as signed notes have them. */
            cosignatures: string[];
            /** @description The newest time stamp of a tree that this one continues, if there is one. */
            timestamps: components["schemas"]["TimeStampDto"][];
        };
        ConsistencyDto: {
            /** @description Entries of the earlier tree. */
            from: number;
            /** @description Entries of the later tree. */
            to: number;
            /** @description The consistency proof (RFC 6962), base64. */
            hashes: string[];
        };
        LogKeyDto: {
            /** @description Name of the log. */
            name: string;
            /** @description As signed notes write keys: `<name>+<8 hex digits>+<base64>`. */
            verifier_key: string;
            /**
             * @description Algorithm of the signature.
             * @enum {string}
             */
            algorithm: "Ed25519";
            /**
             * Format: date-time
             * @description Time from which it signs; of the first key that of the first entry. Null where no entry can be read.
             */
            valid_from: string | null;
            /**
             * Format: date-time
             * @description Time until which it signed; null for the key that signs now.
             */
            valid_until: string | null;
        };
        LogKeyList: {
            /** @description Keys. */
            keys: components["schemas"]["LogKeyDto"][];
        };
        InclusionProofDto: {
            /** @description Id of the audit log entry. */
            entry_id: string;
            /** @description Number of the entry: from 0, without gaps. */
            leaf_index: number;
            /** @description Entries of the tree that the proof is of. */
            tree_size: number;
            /** @description The bytes that are hashed, base64: canonical JSON (RFC 8785). */
            leaf: string;
            /** @description SHA-256 of a zero byte and the leaf, base64. */
            leaf_hash: string;
            /** @description The audit path (RFC 6962), base64, from the leaf to the root. */
            hashes: string[];
            /** @description What opens the commitments in the leaf; nothing of what was erased. */
            openings: components["schemas"]["OpeningDto"][];
            /** @description The signed note of that tree. */
            checkpoint: string;
        };
        ReceiptDto: {
            /** @description Number of the entry: from 0, without gaps. */
            leaf_index: number;
            /** @description Entries of the tree that the proof is of. */
            tree_size: number;
            /** @description The bytes that are hashed, base64: canonical JSON (RFC 8785). */
            leaf: string;
            /** @description The audit path (RFC 6962), base64, from the leaf to the root. */
            hashes: string[];
            /** @description What opens the commitments in the leaf; nothing of what was erased. */
            openings: components["schemas"]["OpeningDto"][];
            /** @description The signed note of that tree. */
            checkpoint: string;
            /** @description The entry, as the list has it. */
            entry: {
                [key: string]: unknown;
            };
            /** @description Cosignatures of witnesses of the checkpoint, as signed notes have them. */
            cosignatures: string[];
            /** @description The newest time stamp of a tree that this one continues. */
            timestamps: components["schemas"]["TimeStampDto"][];
            /** @description The key of the log, as signed notes write keys. */
            verifier_key: string;
        };
        CertificationDto: {
            /** @description Name of the standard. */
            standard: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "compliant" | "in_progress";
            /** @description Articles or clauses that the certification is about. */
            articles?: string[];
            /** @description Level of the certification. */
            level?: string;
            /** @description Number of the certificate. */
            certificate_id?: string;
            /** @description Period that the report of the auditor is about. */
            report_period?: string;
            /**
             * Format: date-time
             * @description Time of the certificate; null where there is none yet.
             */
            verified_at?: string;
            /**
             * Format: date-time
             * @description Time at which it ends; null where it does not.
             */
            expires_at?: string;
            /**
             * Format: date
             * @description Day on which it is expected; null where none is.
             */
            expected_date?: string;
        };
        CertificationList: {
            /** @description Certifications of the organization. */
            certifications: components["schemas"]["CertificationDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        CertificationRequest: {
            /** @description The standard of the path, which it has to be when it is given. */
            standard?: string | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "compliant" | "in_progress";
            /** @description Articles or clauses that the certification is about. */
            articles?: string[] | null;
            /** @description Level of the certification. */
            level?: string | null;
            /** @description Number of the certificate. */
            certificate_id?: string | null;
            /** @description A date range, as text. */
            report_period?: string | null;
            /**
             * Format: date-or-time
             * @description Time of the certificate; null where there is none yet.
             */
            verified_at?: string | null;
            /**
             * Format: date-or-time
             * @description Notice is given 90, 30, 7 and 1 days before.
             */
            expires_at?: string | null;
            /**
             * Format: date
             * @description The day on which a certification in progress is expected.
             */
            expected_date?: string | null;
        };
        DeletedCertificationDto: {
            /** @description Name of the standard. */
            standard: string;
            /** @description Always true. */
            deleted: boolean;
        };
        ComplianceStatus: {
            /** @description Id of the organization. */
            organization_id: string;
            /** @description Those that the organization has recorded, by name. */
            certifications: components["schemas"]["CertificationDto"][];
            /** @description Where data are kept. */
            data_residency: components["schemas"]["DataResidency"];
        };
        ShownSubject: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "user" | "ip_address";
            /** @description `[erased]` once the subject is erased. */
            id: string;
        };
        ShownPeriod: {
            /** @description Beginning of the period. */
            start: string;
            /** @description End of the period. */
            end: string;
        };
        HoldDto: {
            /** @description Its id. */
            id: string;
            /**
             * @description Kind of resource.
             * @enum {string|null}
             */
            resource: "document" | "glossary" | "api_key" | null;
            /** @description Id of the resource. */
            resource_id: string | null;
            /** @description The data subject. */
            subject: components["schemas"]["ShownSubject"] | null;
            /** @description The period. */
            period: components["schemas"]["ShownPeriod"] | null;
            /** @description The reason. */
            reason: string;
            /** @description The user who placed it. */
            placed_by: string;
            /**
             * Format: date-time
             * @description Time at which it was placed.
             */
            placed_at: string;
            /**
             * Format: date-time
             * @description Time at which it was lifted; null while it holds.
             */
            lifted_at: string | null;
        };
        HeldSubject: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "user" | "ip_address";
            /** @description Its id. */
            id: string;
        };
        HeldPeriod: {
            /**
             * Format: date-or-time
             * @description A date is its midnight UTC.
             */
            start: string;
            /**
             * Format: date-or-time
             * @description A date with all of its day; a time is the first moment behind the period.
             */
            end: string;
        };
        PlaceHoldRequest: {
            /**
             * @description Kind of the one resource that is held; `resource_id` goes with it, and neither `subject` nor `period`.
             * @enum {string|null}
             */
            resource?: "document" | "glossary" | "api_key" | null;
            /** @description Id of the resource. */
            resource_id?: string | null;
            /** @description The data subject. */
            subject?: components["schemas"]["HeldSubject"] | null;
            /** @description The period. */
            period?: components["schemas"]["HeldPeriod"] | null;
            /** @description Kept in the audit log for ever: it should name no person. */
            reason: string;
        };
        HoldList: {
            /** @description Legal holds, newest first. */
            holds: components["schemas"]["HoldDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        ProcessingRecordDto: {
            /** @description Who decides on purposes and means, with how to reach them. */
            controller: string | null;
            /** @description The representative in the Union of a controller outside it. */
            representative: string | null;
            /** @description The data protection officer. */
            data_protection_officer: string | null;
            /** @description What is processed for. */
            purposes: string[];
            /** @description On which legal bases. */
            legal_bases: string[];
            /** @description Who receives personal data. */
            recipients: string[];
            /** @description Processors that process on behalf, as you declare them. */
            sub_processors: string[];
            /**
             * Format: date-time
             * @description Null where nothing was ever set.
             */
            updated_at: string | null;
        };
        ProcessingRecordRequest: {
            /** @description Who decides on purposes and means, with how to reach them. */
            controller?: string | null;
            /** @description The representative in the Union of a controller outside it. */
            representative?: string | null;
            /** @description The data protection officer. */
            data_protection_officer?: string | null;
            /** @description What is processed for. */
            purposes?: string[] | null;
            /** @description On which legal bases. */
            legal_bases?: string[] | null;
            /** @description Who receives personal data. */
            recipients?: string[] | null;
            /** @description Processors that process on behalf, as you declare them. */
            sub_processors?: string[] | null;
        };
        HistoryEventDto: {
            /** @description Place in the history of the resource, without gaps. */
            sequence: number;
            /** @description Its kind. */
            type: string;
            /**
             * Format: date-time
             * @description Time at which the event was recorded.
             */
            timestamp: string;
            /** @description `[erased]` once the user is erased. */
            user_id: string;
            /** @description Id of the key; null for a signed-in user. */
            key_id: string | null;
            /** @description `[erased]` once the user or the address is erased. */
            ip_address: string;
            /** @description Id of the request, as in the audit log. */
            request_id: string;
            /** @description The data of the answer. */
            data: {
                [key: string]: unknown;
            };
            /** @description What the API answered of the resource, of the fields that events make; null where it was deleted. */
            state: {
                [key: string]: unknown;
            } | null;
        };
        HistoryDto: {
            /**
             * @description Kind of resource.
             * @enum {string}
             */
            resource: "document" | "api_key" | "glossary" | "webhook" | "organization" | "report" | "user";
            /** @description Id of the resource. */
            resource_id: string;
            /**
             * Format: date-time
             * @description The moment of `state`.
             */
            as_of: string;
            /** @description What the API answered of the resource, of the fields that events make; null where it was deleted. */
            state: {
                [key: string]: unknown;
            } | null;
            /** @description Oldest first. */
            events: components["schemas"]["HistoryEventDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
            /** @description The users whose ids the answer has, by id, as they are called now; those who are erased are not among them. For display: no entry, proof or export has it. */
            people: {
                [key: string]: components["schemas"]["PersonDto"];
            };
        };
        ReportPeriodDto: {
            /**
             * Format: date
             * @description First day, UTC; not in the future.
             */
            start: string;
            /**
             * Format: date
             * @description Last day, UTC; it is inside. It may be to come, at most a year ahead: the report has what there is.
             */
            end: string;
        };
        ReportErrorDto: {
            /** @description A stable code, for programs. */
            code: string;
            /** @description For people; it may change. */
            message: string;
        };
        ReportDto: {
            /** @description Its id. */
            id: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "gdpr_dpa" | "gdpr_dpia" | "eu_ai_act" | "vahti" | "soc2" | "iso27001" | "usage" | "audit";
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "generating" | "completed" | "failed" | "expired";
            /**
             * @description Format of the file.
             * @enum {string}
             */
            format: "pdf" | "json" | "csv" | "xlsx";
            /** @description The period. */
            period: components["schemas"]["ReportPeriodDto"];
            /** @description Percent. */
            progress: number;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description While it is generated.
             */
            estimated_completion?: string;
            /** @description When completed. */
            size_bytes?: number;
            /** @description When completed. */
            download_url?: string;
            /**
             * Format: date-time
             * @description When completed: the file is removed then.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description When completed.
             */
            completed_at?: string;
            /** @description When failed. */
            error?: components["schemas"]["ReportErrorDto"];
        };
        RequestReportBody: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "gdpr_dpa" | "gdpr_dpia" | "eu_ai_act" | "vahti" | "soc2" | "iso27001" | "usage" | "audit";
            /** @description The period. */
            period: components["schemas"]["ReportPeriodDto"];
            /**
             * @description Defaults to `pdf`.
             * @enum {string|null}
             */
            format?: "pdf" | "json" | "csv" | "xlsx" | null;
        };
        ReportList: {
            /** @description Reports, newest first. */
            reports: components["schemas"]["ReportDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        ErasureExportsDto: {
            /** @description At most 1,000 are counted. */
            count: number;
            /**
             * Format: date-time
             * @description Beginning of the last one.
             */
            last_at: string | null;
        };
        ErasureDto: {
            /** @description Its id. */
            id: string;
            /** @description Random reference that stood for the subject. It says nothing of who that was. */
            subject_ref: string;
            /**
             * @description `pending`: entries of the subject cannot be read any more; reports that name it, and copies of its key, are still being removed. `failed`: something keeps such copies; it is tried again.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @description Audit log entries that read `[erased]` since; null until it is completed. */
            entries_affected: number | null;
            /**
             * Format: date-time
             * @description Time at which it was requested.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description Time at which it was completed; null until then.
             */
            completed_at: string | null;
            /** @description Exports of the audit log that were begun before the erasure was requested. They may name the subject, and lie where whoever made them keeps them: the service cannot change them. */
            exports: components["schemas"]["ErasureExportsDto"];
        };
        ErasedSubject: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "user" | "ip_address";
            /** @description Id of the user, or the address. */
            id: string;
        };
        RequestErasureBody: {
            /** @description The data subject. */
            subject: components["schemas"]["ErasedSubject"];
            /** @description Kept in the audit log for ever: it should name no person. */
            reason: string;
        };
        ErasureList: {
            /** @description Erasures, newest first. */
            erasures: components["schemas"]["ErasureDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        NamedSubjectDto: {
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "user" | "ip_address";
            /** @description Its id. */
            id: string;
        };
        SubjectDocumentDto: {
            /** @description Its id. */
            id: string;
            /** @description Name of the file. */
            filename: string;
            /** @description Format of the file. */
            format: string;
            /** @description Bytes of the file. */
            size_bytes: number;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "expired";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
        };
        SubjectKeyDto: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Scopes of the key. */
            scopes: ("translate" | "detect" | "languages" | "documents:read" | "documents:write" | "glossaries:read" | "glossaries:write" | "compliance:read" | "compliance:write" | "webhooks:manage" | "keys:manage" | "organization:manage")[];
            /** @description Addresses and ranges that the key may be used from; empty for all. */
            ip_allowlist: string[];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which it ends; null where it does not.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use; null before the first.
             */
            last_used_at: string | null;
            /** @description The user who made the key. */
            created_by: components["schemas"]["KeyPersonDto"];
            /** @description The user in whose name the key acts. */
            owner: components["schemas"]["KeyPersonDto"];
        };
        SubjectAccountDto: {
            /** @description Its id. */
            id: string;
            /** @description Empty for who is `named`. */
            email: string;
            /** @description Empty where none was given. */
            name: string;
            /**
             * @description Role of the user.
             * @enum {string}
             */
            role: "owner" | "developer" | "translator" | "compliance" | "auditor";
            /**
             * Format: date-time
             * @description Time at which the invite ends; null for a user who has come.
             */
            invite_expires_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was created.
             */
            created_at: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "active" | "invited" | "deleted";
            /** @description The resource id of this user in the audit log, which names no person. */
            account_id: string;
            /**
             * Format: date-time
             * @description Time at which it was deleted; null while it is there.
             */
            deleted_at: string | null;
            /** @description Issuers of OpenID Connect by which the user signs in. */
            issuers: string[];
        };
        SubjectSessionDto: {
            /** @description Its id. */
            id: string;
            /**
             * Format: date-time
             * @description Time at which it began.
             */
            began_at: string;
            /**
             * Format: date-time
             * @description Noted about once a minute and kept for two days; null where nothing is noted.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it ends; null where it does not.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the user signed out, or the session was ended.
             */
            ended_at: string | null;
        };
        SubjectDataDto: {
            /** @description The data subject. */
            subject: components["schemas"]["NamedSubjectDto"];
            /** @description Random reference that stands for the subject in the audit log. */
            subject_ref: string;
            /**
             * @description The part that the page is of.
             * @enum {string}
             */
            section: "entries" | "documents" | "api_keys" | "holds" | "account" | "sessions" | "exports";
            /** @description Entries. */
            entries?: components["schemas"]["AuditLogEntryDto"][];
            /** @description Documents. */
            documents?: components["schemas"]["SubjectDocumentDto"][];
            /** @description API keys, newest first; never the keys themselves. */
            api_keys?: components["schemas"]["SubjectKeyDto"][];
            /** @description Holds on the subject, and those that the user placed. */
            holds?: components["schemas"]["HoldDto"][];
            /** @description Null where there never was one. */
            account?: components["schemas"]["SubjectAccountDto"] | null;
            /** @description Sessions of the user, ended ones too; no tokens. */
            sessions?: components["schemas"]["SubjectSessionDto"][];
            /** @description Exports of the audit log that the user asked for, and those whose filter names the subject. */
            exports?: components["schemas"]["AuditExportDto"][];
            /** @description Where the page stands in the list. */
            pagination: components["schemas"]["PaginationDto"];
        };
        ErrorEnvelope: {
            /** @description The error. */
            error: {
                /**
                 * @description A stable code, for programs.
                 * @enum {string}
                 */
                code: "missing_api_key" | "invalid_api_key" | "revoked_api_key" | "expired_api_key" | "invalid_credentials" | "organization_suspended" | "ip_not_allowed" | "insufficient_scope" | "invalid_request" | "invalid_language" | "text_too_long" | "missing_required_field" | "invalid_file_format" | "unsupported_format" | "file_too_large" | "rate_limit_exceeded" | "quota_exceeded" | "insufficient_quota" | "concurrent_limit" | "conflict" | "not_found" | "document_not_found" | "document_expired" | "glossary_not_found" | "processing_failed" | "internal_error" | "service_unavailable" | "model_unavailable";
                /** @description For people; it may change. */
                message: string;
                /** @description Where it stands. */
                status: number;
                /** @description Messages for each field at fault, or facts of the code. */
                details?: {
                    [key: string]: unknown;
                };
            };
            /** @description Facts about the answer. */
            meta: {
                /** @description Id of the request, as in the audit log. */
                request_id: string;
                /** @description The receipt of the act, where it was asked for: the file of `GET …/audit-logs/{id}/receipt`. */
                receipt?: components["schemas"]["ReceiptDto"];
                /**
                 * Format: uri
                 * @description Where the receipt will be, while nothing is signed yet.
                 */
                receipt_url?: string;
            };
        };
        Meta: {
            /** @description Id of the request, as in the audit log. */
            request_id: string;
            /** @description Milliseconds that the service took. */
            processing_time_ms?: number;
            /** @description Name of the model. */
            model?: string;
            /** @description SHA-256 of each model that was used, in the order of first use, hex; empty where the engine has no weights of its own. */
            model_sha256?: string[];
            /** @description Whether the translation came from the cache. */
            cached?: boolean;
            /** @description The receipt of the act, where it was asked for: the file of `GET …/audit-logs/{id}/receipt`. */
            receipt?: components["schemas"]["ReceiptDto"];
            /**
             * Format: uri
             * @description Where the receipt will be, while nothing is signed yet.
             */
            receipt_url?: string;
            /** @description Languages passed through where the engine had to pivot. */
            route?: string[];
            /** @description What was accepted and has another effect than its caller may expect. */
            warnings?: {
                /**
                 * @description A stable code, for programs.
                 * @enum {string}
                 */
                code: "option_without_effect" | "named_otherwise" | "pages_estimated" | "nothing_to_translate" | "unknown_field" | "engine_unavailable";
                /** @description For people; it may change. */
                message: string;
            }[];
            /** @description How far the list is complete: it has every entry up to this one, the last of the organization’s log. Null before there is one. */
            as_of?: {
                /** @description The number of the entry in its log, from 0. */
                number: number;
                /**
                 * Format: date-time
                 * @description Time of the act.
                 */
                timestamp: string;
            } | null;
            /** @description True where acts after `as_of` may be missing from the list. */
            lagging?: boolean;
            /** @description The glossary that was used, and its terms that were found. */
            glossary?: {
                /** @description Its id. */
                id: string;
                /** @description Version, from 1. */
                version: number;
                /** @description Terms that were found in the text, with how often. */
                applied: {
                    /** @description The source. */
                    source: string;
                    /** @description The target. */
                    target: string;
                    /** @description How often. */
                    count: number;
                }[];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: {
        DocumentCompleted: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * A document was translated
             * @description Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.
             */
            post: operations["onDocumentCompleted"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        DocumentFailed: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * The translation of a document failed
             * @description Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.
             */
            post: operations["onDocumentFailed"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        CertificationExpiring: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * A certification ends soon
             * @description Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.
             */
            post: operations["onCertificationExpiring"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        AuditLogExported: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * The audit log was exported
             * @description Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.
             */
            post: operations["onAuditLogExported"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        ReportReady: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * A report was generated
             * @description Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.
             */
            post: operations["onReportReady"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
    };
}
export interface operations {
    translate: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranslateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TranslationResultDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    translateBatch: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    detect: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DetectionResult"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listLanguages: {
        parameters: {
            query?: {
                /** @description Only languages that this one can be translated to, and itself. */
                source?: string;
                /** @description Only languages that can be translated to this one, and itself. */
                target?: string;
                /** @description Adds the pairs that pass the filters, with their routes. */
                detail?: "pairs";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LanguageList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ModelList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
                /** @description State of the translation that is shown. */
                status?: "pending" | "processing" | "completed" | "failed" | "expired";
                /** @description Source language. */
                source?: string;
                /** @description Documents with a translation to this language; the newest such one is shown. */
                target?: string;
                /** @description Uploaded at this time or later. */
                start?: string;
                /** @description Uploaded before this time. */
                end?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentListDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    uploadDocument: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadDocumentForm"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    translateDocument: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranslateDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description The translation to this language; the newest when omitted. */
                target?: string;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedDocumentDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                /** @description The translation to this language; the newest when omitted. */
                target?: string;
                /** @description Format of the file, one of the `outputs` of its own format in `GET /v1/formats`; that of the upload by default. */
                format?: string;
                /** @description The source text beside its translation, for formats whose `include_source` is true. */
                include_source?: boolean;
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its `Content-Type` is that of its format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    downloadDocumentSource: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its `Content-Type` is that of its format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getDocumentPage: {
        parameters: {
            query?: {
                /** @description The translation to this language; the newest when omitted. */
                target?: string;
                /** @description The uploaded file, or its translation. */
                side?: "source" | "target";
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
                /** @description The page, from 1. */
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    listFormats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentFormatList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getDocumentReport: {
        parameters: {
            query?: {
                /** @description The translation to this language; the newest when omitted. */
                target?: string;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentReportDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listDocumentWebhooks: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the document, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryListDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listGlossaries: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GlossaryList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createGlossary: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGlossaryRequest"];
                "multipart/form-data": {
                    /** @description Its name. */
                    name: string;
                    /**
                     * Format: bcp47
                     * @description ISO 639-1.
                     */
                    source_language: string;
                    /**
                     * Format: bcp47
                     * @description ISO 639-1, or one of its variants that `GET /v1/languages` lists; another one than the source.
                     */
                    target_language: string;
                    /**
                     * @description Requests of this domain and pair use the glossary without naming it; the newest one, of several.
                     * @enum {string}
                     */
                    domain?: "04 politics" | "08 international relations" | "10 European Union" | "12 law" | "16 economics" | "20 trade" | "24 finance" | "28 social questions" | "32 education and communications" | "36 science" | "40 business and competition" | "44 employment and working conditions" | "48 transport" | "52 environment" | "56 agriculture, forestry and fisheries" | "60 agri-foodstuffs" | "64 production, technology and research" | "66 energy" | "68 industry" | "72 geography" | "76 international organisations";
                    /**
                     * Format: binary
                     * @description CSV, TSV or TBX.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GlossaryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getGlossary: {
        parameters: {
            query?: {
                /** @description Answers the entries as a file. */
                format?: "csv" | "tsv" | "tbx";
            };
            header?: never;
            path: {
                /** @description Id of the glossary, which `POST /v1/glossaries` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GlossaryWithEntriesDto"];
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/x-tbx+xml": string;
                };
            };
        };
    };
    deleteGlossary: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the glossary, which `POST /v1/glossaries` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedGlossaryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replaceGlossaryEntries: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the glossary, which `POST /v1/glossaries` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceGlossaryEntriesRequest"];
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description CSV, TSV or TBX.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GlossaryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKeyDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the key, which `POST /v1/api-keys` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKeyDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the key, which `POST /v1/api-keys` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokedApiKeyDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignedOutDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInviteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    acceptInviteByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What stands behind the `#` of the `invite_url` that `POST /v1/users` returns. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    signUpOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpOwnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    beginOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    completeOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that goes on to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    inviteUser: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUserRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitedUserDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user, which `POST /v1/users` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedUserDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description `revoke`: the keys of the user end. `transfer`: they act in the name of the user who deletes. */
                keys?: "revoke" | "transfer";
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the user, which `POST /v1/users` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedUserDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the user, which `POST /v1/users` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChangedUserDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the user, which `POST /v1/users` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessionsDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedWebhookDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedWebhookDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RotatedSecretDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryListDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
                /** @description Id of the delivery, which `GET /v1/webhooks/{id}/deliveries` returns; `POST /v1/webhooks/{id}/test` makes one. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplayedWebhookDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    pullWebhookMessages: {
        parameters: {
            query?: {
                /** @description Number of the last message that the receiver has, which is `next` of the answer before. */
                after?: number;
                /** @description Seconds to wait for a message where there is none yet. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description Id of the subscription, which `POST /v1/webhooks` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PulledMessagesDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First day, UTC; today when omitted. A time counts as its day. */
                start?: string;
                /** @description A date with all of its day, UTC, as the end of a report has it; a time is the first moment behind the period, whose last day counts as a whole. Today when omitted. */
                end?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsageDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
                /** @description Inclusive; a date is its midnight UTC. */
                start?: string;
                /** @description Exclusive; a date is its midnight UTC. */
                end?: string;
                /** @description One action or several, separated by commas or each in a parameter of its own. */
                action?: ("translate" | "translate_document" | "detect" | "document_upload" | "document_download" | "document_delete" | "api_key_create" | "api_key_revoke" | "user_login" | "settings_change" | "api_key_rotate" | "api_key_transfer" | "glossary_create" | "glossary_update" | "glossary_delete" | "webhook_create" | "webhook_update" | "webhook_delete" | "webhook_disable" | "webhook_replay" | "report_create" | "report_download" | "audit_log_export" | "certification_update" | "certification_delete" | "organization_suspend" | "organization_resume" | "user_create" | "user_update" | "user_delete" | "password_change" | "subject_erase" | "subject_access" | "hold_place" | "hold_lift" | "log_key_rotate" | "log_resume" | "retention_apply" | "request_refused")[];
                /** @description Id of a user, or the e-mail address of one who has an account. */
                user_id?: string;
                /** @description Address of the caller. */
                ip_address?: string;
                /** @description Id of the key that was used. */
                key_id?: string;
                /** @description Kind of resource. */
                resource?: "text" | "document" | "api_key" | "glossary" | "webhook" | "report" | "audit_log" | "certification" | "organization" | "user" | "subject" | "hold";
                /** @description Id of what was acted on. */
                resource_id?: string;
                /** @description `success`, `failure`, or `denied` for want of a right. */
                result?: "success" | "failure" | "denied";
                /** @description The meta.request_id of a request. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLogList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry, which `GET /v1/compliance/audit-logs` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLogOne"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description Inclusive; a date is its midnight UTC. */
                start?: string;
                /** @description Exclusive; a date is its midnight UTC. */
                end?: string;
                /** @description One action or several, separated by commas or each in a parameter of its own. */
                action?: ("translate" | "translate_document" | "detect" | "document_upload" | "document_download" | "document_delete" | "api_key_create" | "api_key_revoke" | "user_login" | "settings_change" | "api_key_rotate" | "api_key_transfer" | "glossary_create" | "glossary_update" | "glossary_delete" | "webhook_create" | "webhook_update" | "webhook_delete" | "webhook_disable" | "webhook_replay" | "report_create" | "report_download" | "audit_log_export" | "certification_update" | "certification_delete" | "organization_suspend" | "organization_resume" | "user_create" | "user_update" | "user_delete" | "password_change" | "subject_erase" | "subject_access" | "hold_place" | "hold_lift" | "log_key_rotate" | "log_resume" | "retention_apply" | "request_refused")[];
                /** @description Id of a user, or the e-mail address of one who has an account. */
                user_id?: string;
                /** @description Address of the caller. */
                ip_address?: string;
                /** @description Id of the key that was used. */
                key_id?: string;
                /** @description Kind of resource. */
                resource?: "text" | "document" | "api_key" | "glossary" | "webhook" | "report" | "audit_log" | "certification" | "organization" | "user" | "subject" | "hold";
                /** @description Id of what was acted on. */
                resource_id?: string;
                /** @description `success`, `failure`, or `denied` for want of a right. */
                result?: "success" | "failure" | "denied";
                /** @description The meta.request_id of a request. */
                request_id?: string;
                /** @description Format of the file. */
                format?: "ndjson" | "csv" | "xlsx" | "ocsf" | "cef";
                /** @description Go on behind this entry: `next_cursor` of an export, or the id of the last entry that arrived whole. */
                cursor?: string;
                /** @description Go on with new entries, in NDJSON, with a checkpoint at least every 10 seconds. */
                follow?: boolean;
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries, a line each; in NDJSON a checkpoint and a summary follow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "text/plain": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listAuditExports: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditExportList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the export, which `GET /v1/compliance/audit-logs/exports` returns after `GET /v1/compliance/audit-logs/export`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditExportDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditLogCheckpoint: {
        parameters: {
            query?: {
                /** @description Entries of the tree; those of the newest checkpoint when omitted. */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckpointDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditLogConsistency: {
        parameters: {
            query: {
                /** @description Entries of the earlier tree. */
                from: string;
                /** @description Entries of the later tree. */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConsistencyDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAuditLogKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogKeyList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditLogProof: {
        parameters: {
            query?: {
                /** @description Entries of the tree; those of the newest checkpoint when omitted. */
                size?: string;
            };
            header?: never;
            path: {
                /** @description Id of the entry, which `GET /v1/compliance/audit-logs` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InclusionProofDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getAuditLogReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry, which `GET /v1/compliance/audit-logs` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt, without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptDto"];
                };
            };
        };
    };
    getTlogCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note alone, without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTlogTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Level and number of a tile, by C2SP tlog-tiles. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hashes of 32 bytes each, or entries behind their lengths. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    listCertifications: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificationList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the standard. */
                standard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificationDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordCertification: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Name of the standard. */
                standard: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificationDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteCertification: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Name of the standard. */
                standard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedCertificationDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getComplianceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ComplianceStatus"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HoldList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    placeHold: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceHoldRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HoldDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the hold, which `POST /v1/compliance/holds` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HoldDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    liftHold: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the hold, which `POST /v1/compliance/holds` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HoldDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getProcessingRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProcessingRecordDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    setProcessingRecord: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessingRecordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProcessingRecordDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
                /** @description The moment whose state is shown, with the events up to it; now when omitted. Not in the future. */
                as_of?: string;
            };
            header?: never;
            path: {
                /** @description What kind of resource it is. */
                resource: "document" | "api_key" | "glossary" | "webhook" | "organization" | "report" | "user";
                /** @description Id of the resource, which `POST /v1/documents` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
                /** @description Its kind. */
                type?: "gdpr_dpa" | "gdpr_dpia" | "eu_ai_act" | "vahti" | "soc2" | "iso27001" | "usage" | "audit";
                /** @description Where it stands. */
                status?: "generating" | "completed" | "failed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    requestReport: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReportBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report, which `POST /v1/compliance/reports` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    downloadReport: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the report, which `POST /v1/compliance/reports` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file: its `Content-Type` is `application/pdf`, `application/json` or `text/csv`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErasureList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    requestErasure: {
        parameters: {
            query?: {
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestErasureBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErasureDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the erasure, which `POST /v1/compliance/erasures` returns. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErasureDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getSubjectData: {
        parameters: {
            query?: {
                /** @description Most entries of a page. */
                limit?: number;
                /** @description Entries passed over; to read on behind so many, use `cursor`. */
                offset?: number;
                /** @description `pagination.next_cursor` of the page before; then `offset` does not count. */
                cursor?: string;
                /** @description What to list: entries of the audit log, uploaded documents, API keys, legal holds, the account of the user, its sessions, exports of the audit log. */
                section?: "entries" | "documents" | "api_keys" | "holds" | "account" | "sessions" | "exports";
                /** @description `true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`. */
                receipt?: boolean;
            };
            header?: never;
            path: {
                /** @description What kind of subject it is. */
                type: "user" | "ip_address";
                /** @description Id of the user, which `POST /v1/users` returns, or an address that a request came from. */
                subject: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubjectDataDto"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    onDocumentCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @enum {string}
                     */
                    event: "document.completed";
                    /** @description Id of the document. */
                    document_id: string;
                    /** @description Language of the document. */
                    source_language: string;
                    /** @description Language of the translation. */
                    target_language: string;
                    /**
                     * @description `completed`.
                     * @enum {string}
                     */
                    status: "completed";
                    /**
                     * Format: uri
                     * @description Where the translation is downloaded, with a key.
                     */
                    download_url: string;
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    timestamp: string;
                    /** @description Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload. */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @enum {string}
                     */
                    event: "document.failed";
                    /** @description Id of the document. */
                    document_id: string;
                    /** @description Language of the document. */
                    source_language: string;
                    /** @description Language of the translation. */
                    target_language: string;
                    /**
                     * @description `failed`.
                     * @enum {string}
                     */
                    status: "failed";
                    /** @description The reason. */
                    error: components["schemas"]["DocumentFailureDto"];
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    timestamp: string;
                    /** @description Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload. */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificationExpiring: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @enum {string}
                     */
                    event: "compliance.certification_expiring";
                    /** @description Name of the standard. */
                    standard: string;
                    /**
                     * Format: date-time
                     * @description Time at which it ends.
                     */
                    expires_at: string;
                    /** @description Whole days until then. */
                    days_left: number;
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    timestamp: string;
                    /** @description Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload. */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAuditLogExported: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @enum {string}
                     */
                    event: "compliance.audit_log_exported";
                    /** @description Id of the export. */
                    export_id: string;
                    /**
                     * @description Format of the export.
                     * @enum {string}
                     */
                    format: "ndjson" | "csv" | "xlsx" | "ocsf" | "cef";
                    /** @description Entries that it has. */
                    entries: number;
                    /** @description SHA-256 of the file, hex; of NDJSON without its last line. */
                    sha256: string;
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    timestamp: string;
                    /** @description Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload. */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReportReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @enum {string}
                     */
                    event: "compliance.report_ready";
                    /** @description Id of the report. */
                    report_id: string;
                    /**
                     * @description Type of the report.
                     * @enum {string}
                     */
                    type: "gdpr_dpa" | "gdpr_dpia" | "eu_ai_act" | "vahti" | "soc2" | "iso27001" | "usage" | "audit";
                    /**
                     * @description Format of the report.
                     * @enum {string}
                     */
                    format: "pdf" | "json" | "csv" | "xlsx";
                    /**
                     * Format: uri
                     * @description Where the report is downloaded, with a key.
                     */
                    download_url: string;
                    /**
                     * Format: date-time
                     * @description Time at which it is removed.
                     */
                    expires_at: string;
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    timestamp: string;
                    /** @description Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload. */
                    sequence?: number;
                };
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
