import type { Route } from '../site/route';

/** A route and its path parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The first matching route. Fixed segments are listed before parameters, so that `/hub/skillsets/latest` is not a
 * skillset.
 */
export function matchRoute(routes: readonly Route[], path: string): Match | undefined {
  const parts = path.split('/').slice(1);
  for (const route of routes) {
    const params = fit(route.path.split('/').slice(1), parts);
    if (params) return { route, params };
  }
  return undefined;
}

/** In matching order. */
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
