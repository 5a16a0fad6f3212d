/** An embedding model: texts as vectors that can be compared. */
export interface Embeddings {
  readonly model: string;
  /** One vector for each text, in the same order. @throws if the endpoint fails */
  of(texts: readonly string[]): Promise<number[][]>;
}
