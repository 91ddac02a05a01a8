"""The side towards Triton: tensors, responses, and the admission of requests."""
