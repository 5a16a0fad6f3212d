import { isStep, type MessagePart } from './parts';

/**
 * Removes the last `length` characters of text from the parts, and returns both. Text parts that become empty are
 * removed.
 */
export function takeText(
  parts: readonly MessagePart[],
  length: number,
): { readonly parts: readonly MessagePart[]; readonly text: string } {
  let text = '';
  const rest = [...parts].reverse().flatMap((part): readonly MessagePart[] => {
    const left = length - text.length;
    if (isStep(part) || left <= 0) return [part];
    const place = Math.max(0, part.text.length - left);
    text = part.text.slice(place) + text;
    return place === 0 ? [] : [{ ...part, text: part.text.slice(0, place) }];
  });
  return { parts: rest.reverse(), text };
}
