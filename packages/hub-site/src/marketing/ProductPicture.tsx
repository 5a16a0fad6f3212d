import { useSite } from '../site/SiteContext';

/**
 * What the pictures show, for who does not see them, how wide and high they are in CSS pixels, and which one stands for
 * them in dark colours.
 */
const PICTURES = {
  'chat-light': {
    alt: 'The chat on a page: a question and the answer with its sources',
    width: 1200,
    height: 900,
    dark: 'chat-dark',
  },
  'chat-dark': { alt: 'The same chat in the dark colours of the page', width: 1200, height: 900, dark: undefined },
  'chat-phone': { alt: 'The chat filling the screen of a phone', width: 390, height: 844, dark: undefined },
} as const;
/** Widths that the build draws, in pixels. */
const WIDTHS = [480, 800, 1200];

type PictureName = keyof typeof PICTURES;

interface ProductPictureProps {
  readonly name: string;
  /** How wide it is drawn, as the `sizes` of an image. */
  readonly sizes: string;
  /** First thing seen on its page: fetched before anything else. @default false */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/** A real picture of the product, in the size that fits the screen; its space is reserved while it loads. */
export function ProductPicture({ name, sizes, isFirst = false, className = 'product-picture' }: ProductPictureProps) {
  const { asset } = useSite();
  if (!isPictureName(name)) return null;
  const { alt, width, height, dark } = PICTURES[name];
  const setOf = (each: PictureName): string =>
    WIDTHS.flatMap((pixels) => {
      const file = asset(`${each}-${String(pixels)}.webp`);
      return file === undefined ? [] : [`${file} ${String(pixels)}w`];
    }).join(', ');
  const src = asset(`${name}-800.webp`);
  if (src === undefined) return null;
  return (
    <picture className={className}>
      {dark && (
        <source srcSet={setOf(dark)} sizes={sizes} media="(prefers-color-scheme: dark)" width={width} height={height} />
      )}
      <img
        src={src}
        srcSet={setOf(name)}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  );
}

function isPictureName(name: string): name is PictureName {
  return Object.hasOwn(PICTURES, name);
}
