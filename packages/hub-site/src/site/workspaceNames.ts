/**
 * Addresses of a workspace's pages by the names of its navigation, each with the path of its routes. The Hub links to
 * the paths of the specification (2.2), which lead to the same pages.
 */
const NAMES: readonly (readonly [named: string, route: string])[] = [
  ['/knowledge', '/datasets'],
  ['/abilities', '/skillsets'],
  ['/settings', '/account'],
];

/** Replaces the beginning of a path; its query and anchor stay. */
function replaceStart(path: string, from: string, to: string): string | undefined {
  const rest = path.startsWith(from) ? path.slice(from.length) : undefined;
  return rest === undefined || !/^(?:$|[/?#])/.test(rest) ? undefined : to + rest;
}

/** The path of the route that an address stands for. */
export function toRoutePath(path: string): string {
  for (const [named, route] of NAMES) {
    const replaced = replaceStart(path, named, route);
    if (replaced !== undefined) return replaced;
  }
  return path;
}

/** The address of a page by the names of the navigation. */
export function toNamedPath(path: string): string {
  for (const [named, route] of NAMES) {
    const replaced = replaceStart(path, route, named);
    if (replaced !== undefined) return replaced;
  }
  return path;
}
