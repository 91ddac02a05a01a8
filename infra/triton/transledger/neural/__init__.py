"""CTranslate2 models with SentencePiece tokenizers, and the licences that they may be used under."""
