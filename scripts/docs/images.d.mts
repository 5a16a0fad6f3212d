export interface NamedImage {
  readonly name: string;
  readonly digest: string | undefined;
}
export function findImages(text: string): NamedImage[];
export function findUnpinned(text: string): string[];
export function pinImages(text: string, digestOf: (name: string) => string): string;
