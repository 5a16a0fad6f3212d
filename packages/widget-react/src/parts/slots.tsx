import type { ComponentType } from 'react';
import type { WidgetComponents } from './components';

/** The slot of each component: a component keeps its state when it is given again in another object. */
const slots = new WeakMap<object, ComponentType<object>>();

/**
 * Puts each part of the owner into a slot: an element without a box, inside of which the widget's reset does not reach
 * (`widget.css`).
 */
export function toSlots(components: Partial<WidgetComponents>): Partial<WidgetComponents> {
  return Object.fromEntries(
    Object.entries(components).map(([name, Own]) => [name, Own && toSlot(Own as ComponentType<object>)]),
  );
}

function toSlot(Own: ComponentType<object>): ComponentType<object> {
  const known = slots.get(Own);
  if (known) return known;
  const Slot = (props: object) => (
    <span className="sotto-slot">
      <Own {...props} />
    </span>
  );
  slots.set(Own, Slot);
  return Slot;
}
