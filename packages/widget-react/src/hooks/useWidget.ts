import { useContext } from 'react';
import type { Widget } from '@sotto/widget-core';
import { WidgetContext } from '../WidgetProvider';

/**
 * The widget of this tree: its actions, and its stores for whoever needs them whole. Throws outside a `WidgetProvider`.
 */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('A Sotto component needs a <WidgetProvider> or <ChatWidget> around it');
  return widget;
}
