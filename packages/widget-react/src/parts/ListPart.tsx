import { memo, useContext } from 'react';
import type { ListBlock, ListItem } from '@sotto/widget-core/content';
import { CheckIcon } from '../icons/icons';
import { PartsContext } from './components';
import { IsNestedContext } from './TextPart';

/**
 * A list, also of tasks. Each item has its own direction, with its marker on the side where its text begins. Finished
 * items are not rendered again while the list grows.
 */
export function ListPart({ block }: { readonly block: ListBlock }) {
  const className = block.loose ? 'sotto-list sotto-list-loose' : 'sotto-list';
  const items = (
    <IsNestedContext.Provider value>
      {block.items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </IsNestedContext.Provider>
  );
  if (!block.ordered) return <ul className={className}>{items}</ul>;
  return (
    <ol className={className} start={block.start}>
      {items}
    </ol>
  );
}

const Item = memo(function Item({ item }: { readonly item: ListItem }) {
  const drawParts = useContext(PartsContext);
  if (item.checked === undefined) return <li dir="auto">{drawParts(item.blocks)}</li>;
  return (
    <li className="sotto-task" dir="auto">
      <span className="sotto-task-box" role="img" aria-label={item.checked ? '☑' : '☐'} data-checked={item.checked}>
        {item.checked && <CheckIcon />}
      </span>
      <div>{drawParts(item.blocks)}</div>
    </li>
  );
});
