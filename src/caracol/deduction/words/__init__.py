"""Words for steps: claims, sentences, and the catalogue of phrases."""
