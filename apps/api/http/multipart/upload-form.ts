export interface UploadedFile {
  name: string;
  mediaType: string;
}

export interface UploadForm {
  /** Undefined when no part named `file` was a file. */
  file: UploadedFile | undefined;
  fields: Record<string, string>;
}
