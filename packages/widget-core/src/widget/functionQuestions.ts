import { fillWord } from '../config/intl';
import type { FunctionCallsOptions } from '../conversation/runners/functions';
import type { Json } from '../lib/json';
import type { FunctionQuestion } from './viewState';
import type { WidgetStore } from './widgetStore';

/** Asks the visitor before a function runs, one question at a time (contract 1.8). */
export interface FunctionQuestions {
  readonly ask: FunctionCallsOptions['functions']['confirm'];
  readonly answer: (callId: string, yes: boolean) => void;
}

/**
 * @param view - shows the first pending question
 * @param readTitle - returns the title of a page function
 */
export function createFunctionQuestions(
  view: WidgetStore,
  readTitle: (name: string) => string | undefined,
): FunctionQuestions {
  const waiting = new Map<string, { readonly question: FunctionQuestion; readonly answer: (yes: boolean) => void }>();

  function show(): void {
    const [first] = waiting.values();
    view.setState({ functionQuestion: first?.question });
  }

  return {
    ask: ({ callId, function: { name, args }, confirm, isApproval }, signal) =>
      new Promise((resolve, reject) => {
        const finish = (): void => {
          waiting.delete(callId);
          show();
        };
        const onAbort = (): void => {
          finish();
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.set(callId, {
          question: {
            callId,
            name,
            // The server sends the tool owner's question text as the name of an approval.
            title: isApproval ? name : readTitle(name),
            text: typeof confirm === 'string' ? fillWord(confirm, scalarsOf(args)) : undefined,
            args,
          },
          answer(yes) {
            signal.removeEventListener('abort', onAbort);
            finish();
            resolve(yes);
          },
        });
        show();
      }),
    answer(callId, yes) {
      waiting.get(callId)?.answer(yes);
    },
  };
}

/** The arguments that a question may use as placeholders, as in `Pay {amount} € to {shop}?`. */
function scalarsOf(args: Json): Readonly<Record<string, string | number>> {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return {};
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );
}
