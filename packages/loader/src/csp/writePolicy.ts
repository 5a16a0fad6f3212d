import { neededDirectives, neededPermissions, writeDirectives, type PolicyNeeds } from './policy';

/** Output formats for a policy. */
export const POLICY_FORMATS = ['header', 'meta', 'nginx', 'json'] as const;
/** See {@link POLICY_FORMATS}. */
export type PolicyFormat = (typeof POLICY_FORMATS)[number];

/** Headers that a page needs, by name. Pages that already send them add these sources to theirs. */
export function policyHeaders(needs: PolicyNeeds, isReportOnly = false): Record<string, string> {
  const permissions = Object.entries(neededPermissions(needs)).map(([feature, value]) => `${feature}=${value}`);
  return {
    [`Content-Security-Policy${isReportOnly ? '-Report-Only' : ''}`]: writeDirectives(neededDirectives(needs)),
    ...(permissions.length > 0 && { 'Permissions-Policy': permissions.join(', ') }),
  };
}

/**
 * Formats the headers as text to paste.
 *
 * @throws RangeError for a report-only policy in a meta tag, which browsers ignore
 */
export function writePolicy(needs: PolicyNeeds, format: PolicyFormat, isReportOnly = false): string {
  const headers = policyHeaders(needs, isReportOnly);
  const lines = Object.entries(headers);
  switch (format) {
    case 'header':
      return lines.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'nginx':
      return lines
        .map(([name, value]) => `add_header ${name} ${value.includes('"') ? `'${value}'` : `"${value}"`} always;`)
        .join('\n');
    case 'json':
      return JSON.stringify(headers, undefined, 2);
    case 'meta':
      if (isReportOnly) throw new RangeError('Browsers ignore a report-only policy in a meta tag; send it as a header');
      return `<meta http-equiv="Content-Security-Policy" content="${writeDirectives(neededDirectives(needs))}">`;
  }
}
