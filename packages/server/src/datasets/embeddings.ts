/** An embedding model. */
export interface Embeddings {
  readonly model: string;
  /** One vector per text, in order. @throws if the endpoint fails */
  of(texts: readonly string[]): Promise<number[][]>;
}
