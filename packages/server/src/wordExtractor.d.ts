declare module 'word-extractor' {
  /** Reads Word files; only what is used here. */
  export default class WordExtractor {
    extract(source: Buffer): Promise<{ getBody(): string }>;
  }
}
