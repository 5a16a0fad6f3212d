import type { PageHead } from '../site/route';
import { useSite } from '../site/SiteContext';
import { escapeForScript } from '../site/escapeForScript';
import { ICON } from './icon';

/** Everything inside `<head>`. @param absolute - a path of this site with its origin */
export function Head({ head, absolute }: { head: PageHead; absolute: (path: string) => string }) {
  const { asset, href } = useSite();
  const { title, description, canonical, image, graph = [], alternates = [] } = head;
  const font = asset('instrument-sans-latin-wght-normal.woff2');
  const script = asset('site.ts');
  const style = asset('site.css');
  return (
    <head>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />}
      {style && <link rel="stylesheet" href={style} />}
      <link rel="icon" href={ICON} />
      {description && <meta name="description" content={description} />}
      {head.noindex && <meta name="robots" content="noindex" />}
      {canonical !== undefined && <link rel="canonical" href={absolute(canonical)} />}
      {head.previous !== undefined && <link rel="prev" href={href(head.previous)} />}
      {head.next !== undefined && <link rel="next" href={href(head.next)} />}
      <meta property="og:site_name" content="Sotto" />
      <meta property="og:type" content={head.kind ?? 'website'} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {canonical !== undefined && <meta property="og:url" content={absolute(canonical)} />}
      {image && <PreviewImage url={absolute(image.path)} alt={image.alt} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {alternates.map(({ type, path, title: name }) => (
        <link key={path} rel="alternate" type={type} href={absolute(path)} title={name} />
      ))}
      {graph.length > 0 && (
        <script
          type="application/ld+json"
          // oxlint-disable-next-line sotto/no-html -- JSON data, escaped so that it cannot end the element
          dangerouslySetInnerHTML={{ __html: escapeForScript({ '@context': 'https://schema.org', '@graph': graph }) }}
        />
      )}
      {script && <script type="module" src={script} />}
    </head>
  );
}

function PreviewImage({ url, alt }: { url: string; alt: string }) {
  return (
    <>
      <meta property="og:image" content={url} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:image" content={url} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  );
}
