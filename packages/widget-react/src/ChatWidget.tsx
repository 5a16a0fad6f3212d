import type { Widget } from '@sotto/widget-core';
import { lazyPart } from './hooks/lazyPart';
import type { HostedWidgetProps, TransportWidgetProps } from './hostedWidgetProps';
import { WidgetProvider } from './WidgetProvider';
import { WidgetScreen, type WidgetScreenProps } from './WidgetScreen';

/** A widget that lives elsewhere. */
interface GivenWidgetProps extends WidgetScreenProps {
  readonly widget: Widget;
  readonly transport?: undefined;
  readonly create?: undefined;
}

/** A widget of the component's own. */
interface OwnWidgetProps extends WidgetScreenProps {
  readonly widget?: undefined;
  readonly transport?: undefined;
  /** Makes the widget, once per mount and never on a server. It is closed with the component. */
  readonly create: () => Widget;
}

/**
 * Where the widget comes from: the server's `base` and the widget's id with settings and listeners, a transport to your
 * backend with the same, a widget of yours, or how to make one.
 */
export type ChatWidgetProps = HostedWidgetProps | TransportWidgetProps | GivenWidgetProps | OwnWidgetProps;

/** The core comes with it: who brings a widget of their own has it already. */
const HostedWidget = lazyPart(() => import('./HostedWidget').then((part) => part.HostedWidget));

/**
 * The chat widget in your own page, without an iframe. Import `@sotto/widget-react/widget.css` once beside it.
 *
 * Draws nothing on a server, and until its settings are there.
 */
export function ChatWidget(props: ChatWidgetProps) {
  if (props.transport || typeof props.widget === 'string') return <HostedWidget {...props} />;
  const { widget, create, transport: _none, ...screen } = props;
  if (widget)
    return (
      <WidgetProvider widget={widget}>
        <WidgetScreen {...screen} />
      </WidgetProvider>
    );
  return create ? (
    <WidgetProvider create={create}>
      <WidgetScreen {...screen} />
    </WidgetProvider>
  ) : null;
}
