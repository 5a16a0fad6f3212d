/** Directives with a value, which are no names of crawlers. */
const VALUED = /^(?:max-\w+(?:-\w+)*|unavailable_after)$/;

/**
 * Whether a page asks for something of crawlers, such as `noindex`.
 *
 * @param robots - as `meta name="robots"` has it: `max-image-preview:none` is no `none`
 */
export function asksFor(robots: string, directive: 'noindex' | 'nofollow'): boolean {
  return robots
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((each) => each === directive || each === 'none');
}

/** What the header `X-Robots-Tag` asks of a crawler, without what it asks of others. */
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
