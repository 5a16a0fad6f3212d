import type { Message } from '@sotto/widget-core';
import { useOwnComponents } from './components';
import { dataOf, ownPart } from './ownParts';

/** Renders the data of a message with the owner's components. */
export function OwnDataParts({ message }: { readonly message: Message }) {
  const { parts } = useOwnComponents();
  return Object.entries(dataOf(message.meta) ?? {}).map(([name, value]) => {
    const Own = ownPart(parts?.data, name);
    return (
      Own && (
        <div className="sotto-own-part" key={name}>
          <Own name={name} value={value} messageId={message.id} />
        </div>
      )
    );
  });
}
