import type { Json } from '@sotto/widget-core/api';
import type { Installation } from './installation';

/** The hosted widget as a React component. */
export function reactSnippet({ base, widget, settings = {} }: Installation): string {
  const props = Object.entries({ base, widget, ...settings }).filter(([, value]) => value !== null);
  const lines = props.map(([name, value]) => `      ${name}${toProp(value)}`);
  return `import { SottoChat } from '@sotto/widget-react/element';

export function Chat() {
  return (
    <SottoChat
${lines.join('\n')}
    />
  );
}`;
}

/** Formats a prop's value. JSX does not support escapes in quotes, so only plain text is quoted. */
function toProp(value: Json): string {
  if (value === true) return '';
  if (typeof value === 'string' && /^[^"&{}<>\\\r\n\u2028\u2029]*$/.test(value)) return `="${value}"`;
  return `={${JSON.stringify(value)}}`;
}
