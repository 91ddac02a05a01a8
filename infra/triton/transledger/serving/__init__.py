"""The side towards Triton: tensors, responses, how much is taken in at once."""
