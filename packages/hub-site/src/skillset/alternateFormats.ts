import type { HubItem } from '@sotto/hub-api';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath, personName } from '../site/hubTypes';
import { fenced } from './fence';

/** An item's page as markdown, for programs. User content is inside fences or on separate lines. */
export function toMarkdown({ item, page, related }: HubItem, absolute: (path: string) => string): string {
  const lines = [`# ${oneLine(itemName(item))}`, itemDescription(item), `- Kind: ${HUB_TYPE_WORDS[item.type].one}`];
  if (item.user)
    lines.push(`- Created by: [${oneLine(personName(item.user))}](${absolute(`/hub/users/${item.user.id}`)})`);
  lines.push(
    `- Page: ${absolute(itemPath(item))}`,
    `- Version: ${String(item.version)}`,
    `- Clones: ${String(item.counters.clones)}, tries: ${String(item.counters.tries)}`,
  );
  if (item.tags.length > 0) lines.push(`- Tags: ${item.tags.join(', ')}`);
  if (item.licence !== '') lines.push(`- Licence: ${oneLine(item.licence)}`);
  for (const ability of item.skillset?.abilities ?? []) {
    lines.push(
      `## ${oneLine(ability.name || ability.id)}`,
      ability.description || 'An ability without description',
      ...(ability.instruction === '' ? [] : [fenced(ability.instruction, 'markdown')]),
    );
  }
  if (item.backstory !== undefined && item.backstory !== '') lines.push('## Backstory', fenced(item.backstory, 'text'));
  if (item.steps !== undefined && item.steps !== '') lines.push('## How it is set up', fenced(item.steps, 'markdown'));
  if (page.useCases)
    lines.push(
      '## Use cases',
      page.useCases.items.map(({ name, description }) => `- **${oneLine(name)}**: ${oneLine(description)}`).join('\n'),
    );
  const others = [...(item.parts ?? []), ...related];
  if (others.length > 0)
    lines.push(
      '## Related',
      others.map((other) => `- [${oneLine(itemName(other))}](${absolute(itemPath(other))})`).join('\n'),
    );
  return `${lines.join('\n\n').replaceAll(/\n\n(?=- (?:Kind|Created|Page|Version|Clones|Tags|Licence):?)/g, '\n')}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
