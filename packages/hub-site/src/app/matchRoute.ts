import type { Route } from '../site/route';

/** A route and what stands for the names of its path. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The first route of the list whose path fits. Routes with fixed words come before those with names, so
 * `/hub/skillsets/latest` is no skillset.
 */
export function matchRoute(routes: readonly Route[], path: string): Match | undefined {
  const parts = path.split('/').slice(1);
  for (const route of routes) {
    const params = fit(route.path.split('/').slice(1), parts);
    if (params) return { route, params };
  }
  return undefined;
}

/** In the order in which they are tried. */
export function sortRoutes(routes: readonly Route[]): Route[] {
  const rank = (route: Route): string =>
    route.path
      .split('/')
      .map((part) => (part === '*' ? '3' : part.startsWith(':') ? '2' : '1'))
      .join('');
  return [...routes].sort((a, b) => rank(a).localeCompare(rank(b)));
}

function fit(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const hasRest = pattern.at(-1) === '*';
  if (hasRest ? parts.length < pattern.length : parts.length !== pattern.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (name === '*') params['rest'] = parts.slice(index).join('/');
    else if (!name.startsWith(':')) {
      if (name !== part) return undefined;
    } else {
      const value = decode(part);
      if (value === undefined || value === '') return undefined;
      params[name.slice(1)] = value;
    }
  }
  return params;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
