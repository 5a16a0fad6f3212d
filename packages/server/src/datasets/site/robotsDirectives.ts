/** Directives with a value, as opposed to names of crawlers. */
const VALUED = /^(?:max-\w+(?:-\w+)*|unavailable_after)$/;

/**
 * Whether a page requests something from crawlers, such as `noindex`.
 *
 * @param robots - content of `meta name="robots"`: `max-image-preview:none` does not mean `none`
 */
export function asksFor(robots: string, directive: 'noindex' | 'nofollow'): boolean {
  return robots
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((each) => each === directive || each === 'none');
}

/** Directives of an `X-Robots-Tag` header that apply to this crawler. */
export function directivesOfHeader(value: string | readonly string[] | undefined, crawler: string): string {
  const lines = typeof value === 'string' ? [value] : (value ?? []);
  return lines
    .flatMap((line) => {
      let agent = '';
      return line.split(',', 100).flatMap((part) => {
        const [, name, rest] = /^\s*([\w-]{1,50})\s*:(.*)$/.exec(part) ?? [];
        if (name !== undefined && !VALUED.test(name.toLowerCase())) agent = name.toLowerCase();
        const directive = name === undefined || VALUED.test(name.toLowerCase()) ? part : (rest ?? '');
        return agent === '' || agent === crawler.toLowerCase() ? [directive.trim()] : [];
      });
    })
    .join(', ');
}
