import { useEffect, useState } from 'react';
import type { WordMap } from '@sotto/widget-core';
import type { ReasoningPart, ToolPart } from '@sotto/widget-core/api';
import { fillWord } from '@sotto/widget-core/internal';
import { lazyPart } from '../hooks/lazyPart';
import { Skeleton } from '../parts/Skeleton';
import { Replaceable, useOwnComponents } from '../parts/components';
import { ownPart } from '../parts/ownParts';
import { OwnToolPart } from '../parts/OwnToolPart';
import { AlertIcon, CheckIcon } from '../icons/icons';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';

const AppPart = lazyPart(() => import('../parts/app/AppPart').then((part) => part.AppPart), <Skeleton of="diagram" />);

interface StepRowProps {
  readonly step: ReasoningPart | ToolPart;
  /** Whether the reply is streaming. */
  readonly isLive: boolean;
}

/** A step of the bot in its reply: one row, which expands if there are details [W-40]. */
export function StepRow({ step, isLive }: StepRowProps) {
  const { parts } = useOwnComponents();
  const words = useWords();
  switch (step.type) {
    case 'reasoning':
      return (
        <Replaceable name="Reasoning" given={{ reasoning: step, isLive: isLive && step.endedAt == null }}>
          <ReasoningRow step={step} isLive={isLive} />
        </Replaceable>
      );
    case 'tool': {
      const Own = ownPart(parts?.tool, step.name);
      if (Own) return <OwnToolPart Own={Own} step={step} isLive={isLive} />;
      return (
        <>
          <Replaceable name="Tool" given={{ tool: step }}>
            <ToolRow tool={step} />
          </Replaceable>
          {step.app != null && <AppPart id={step.app} title={step.title ?? words.toolResult} />}
        </>
      );
    }
  }
}

function ToolRow({ tool }: { readonly tool: ToolPart }) {
  const words = useWords();
  const isAsking = useWidgetView((view) => view.functionQuestion?.callId === tool.callId);
  const duration = useDuration(tool.startedAt, tool.endedAt ?? undefined);
  const state = isAsking ? 'asking' : tool.state;
  const title = tool.title ?? words.toolUnnamed;
  const head = (
    <>
      <StateMark state={state} />
      <span className="sotto-step-title" dir="auto">
        {title}
      </span>
      <span className="sotto-step-state">{describeState(tool, words) ?? (tool.endedAt == null ? '' : duration)}</span>
    </>
  );
  const details = [
    [words.toolInput, tool.input],
    [words.toolResult, tool.output],
  ] as const;
  const shown = details.filter(([, value]) => value != null);
  if (shown.length === 0)
    return (
      <div className="sotto-step" data-state={state}>
        {head}
      </div>
    );
  return (
    <details className="sotto-step-more" data-state={state}>
      <summary className="sotto-step">{head}</summary>
      {shown.map(([name, value]) => (
        <div className="sotto-step-data" key={name}>
          <span>{name}</span>
          <pre dir="ltr" tabIndex={0}>
            {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
          </pre>
        </div>
      ))}
    </details>
  );
}

/** The text beside the title, unless it is the duration. */
function describeState({ state, error, title }: ToolPart, words: WordMap): string | undefined {
  if (state === 'refused') return words.toolRefused;
  if (state !== 'failed') return undefined;
  return error ?? (title == null ? words.errorGeneric : fillWord(words.toolFailed, { name: title }));
}

function StateMark({ state }: { readonly state: string }) {
  if (state === 'done') return <CheckIcon />;
  return state === 'failed' || state === 'refused' ? (
    <AlertIcon />
  ) : (
    <i className="sotto-step-wheel" aria-hidden="true" />
  );
}

function ReasoningRow({ step, isLive }: { readonly step: ReasoningPart; readonly isLive: boolean }) {
  const words = useWords();
  const reasoning = useConfig((config) => config.reasoning);
  const isOver = step.endedAt != null || !isLive;
  const duration = useDuration(step.startedAt, step.endedAt ?? undefined, !isOver);
  const head = (
    <>
      {isOver ? <CheckIcon /> : <i className="sotto-step-wheel" aria-hidden="true" />}
      <span className="sotto-step-title">{words.thinking}</span>
      <span className="sotto-step-state">{duration}</span>
    </>
  );
  const state = isOver ? 'done' : 'running';
  if (step.text === '' || reasoning === 'hidden')
    return (
      <div className="sotto-step" data-state={state}>
        {head}
      </div>
    );
  return (
    <details className="sotto-step-more" data-state={state} open={reasoning === 'open'}>
      <summary className="sotto-step">{head}</summary>
      <p className="sotto-step-thought" dir="auto">
        {step.text}
      </p>
    </details>
  );
}

/** Formats a duration, or the time elapsed so far, in the visitor's language. Below one second with one decimal. */
function useDuration(startedAt: number, endedAt: number | undefined, isCounting = false): string {
  const language = useWidgetView((view) => view.language);
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    if (!isCounting) return undefined;
    const tick = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(tick);
    };
  }, [isCounting]);
  const seconds = Math.max(0, (endedAt ?? now) - startedAt) / 1_000;
  if (endedAt === undefined && seconds < 1) return '';
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: endedAt === undefined || seconds >= 10 ? 0 : 1,
  }).format(seconds);
}
