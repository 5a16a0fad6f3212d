import { useCallback, useSyncExternalStore, type ComponentType } from 'react';
import type { ToolPart } from '@sotto/widget-core/api';
import { useWidget } from '../hooks/useWidget';
import type { ToolPartProps } from './ownParts';
import { listenToCalls, readWaitingCall } from './waitingCalls';

interface OwnToolPartProps {
  readonly Own: ComponentType<ToolPartProps>;
  readonly step: ToolPart;
  readonly isLive: boolean;
}

/** Renders a tool with the owner's component. */
export function OwnToolPart({ Own, step, isLive }: OwnToolPartProps) {
  const widget = useWidget();
  const { callId } = step;
  const call = useSyncExternalStore(
    useCallback((listener) => listenToCalls(widget, listener), [widget]),
    () => readWaitingCall(widget, callId),
    () => undefined,
  );
  return (
    <div className="sotto-own-part">
      <Own
        name={step.name}
        callId={callId}
        title={step.title ?? undefined}
        state={step.state}
        input={step.input ?? call?.args}
        output={step.output}
        error={step.error ?? undefined}
        isLive={isLive}
        answer={call?.answer}
      />
    </div>
  );
}
