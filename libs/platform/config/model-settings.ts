import { integer, list, socketAddress, text } from './parsers.js';
import { optional, setting } from './setting.js';

/** Settings of translation models that run here, and of the process that runs them. */
export const modelSettings = {
  TRANSLEDGER_MODELS_DIR: optional(text, 'Folder of installed models; models in the data folder when unset.'),
  TRANSLEDGER_MODELS_MEMORY: setting(
    '536870912',
    integer(33_554_432, Number.MAX_SAFE_INTEGER),
    'Bytes that loaded models may take in the inference process, which ends itself with 200 MiB more. A quarter of it bounds the threads, at 18 MiB each.',
  ),
  TRANSLEDGER_INFERENCE_URLS: setting(
    '',
    list(socketAddress),
    'Inference processes that run the models, unix:///path or tcp://host:port, separated by commas; the one of the data folder when empty.',
  ),
  TRANSLEDGER_INFERENCE_LISTEN: optional(
    socketAddress,
    'Address that an inference process listens on, unix:///path or tcp://host:port; a socket in the data folder when unset.',
  ),
} as const;
