import type { Widget } from '@sotto/widget-core';
import { lazyPart } from './hooks/lazyPart';
import type { HostedWidgetProps, PlatformWidgetProps, TransportWidgetProps } from './hostedWidgetProps';
import { WidgetProvider } from './WidgetProvider';
import { WidgetScreen, type WidgetScreenProps } from './WidgetScreen';

/** A widget that was created elsewhere. */
interface GivenWidgetProps extends WidgetScreenProps {
  readonly widget: Widget;
  readonly transport?: undefined;
  readonly create?: undefined;
}

/** A widget that the component creates. */
interface OwnWidgetProps extends WidgetScreenProps {
  readonly widget?: undefined;
  readonly transport?: undefined;
  /** Creates the widget, once per mount and never on a server. It is closed when the component unmounts. */
  readonly create: () => Widget;
}

/**
 * The source of the widget: the server's `base` and the widget's ID, or a transport, with settings and listeners; an
 * existing widget; or a function that creates one.
 */
export type ChatWidgetProps =
  | HostedWidgetProps
  | PlatformWidgetProps
  | TransportWidgetProps
  | GivenWidgetProps
  | OwnWidgetProps;

/** Loaded lazily together with the core, which an app that creates its own widget has already loaded. */
const HostedWidget = lazyPart(() => import('./HostedWidget').then((part) => part.HostedWidget));

/**
 * The chat widget in your own page, without an iframe. Also import `@sotto/widget-react/widget.css` once.
 *
 * Renders nothing on a server, and nothing until its settings have loaded.
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
