import { modelSettingsComplaint, PROVIDERS, type ModelSettings } from '../config/modelSettings';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import type { Retriever } from '../datasets/retrieve';
import { createAnthropicModel } from './anthropic/anthropicMessages';
import type { ChatModel, ToolDefinition } from './chatModel';
import { createEndpointFetch, type EndpointFetch } from './endpoint/endpointFetch';
import { createRefusedTools, type RefusedTools } from './endpoint/refusedTools';
import type { GuideVoice } from './guide/guideAnswer';
import { createGuideModel } from './guide/guideModel';
import { createOpenAiCompatible } from './openAi/openAiCompatible';
import { createThrottle } from './endpoint/throttle';
import { createSteadyModel, type SteadyOptions } from './steadyModel';

/** The server's models. */
export interface Models {
  /** False for the built-in guide, which has no tools. */
  readonly canCallTools: boolean;
  /** The model with this name; the default one if no name is given or there is only one. */
  choose(name: string | null): ChatModel;
  /** The built-in guide for other documents. */
  guideFrom(retriever: Retriever, voice?: GuideVoice): ChatModel;
  /** Why an endpoint refuses this tool; undefined if none does. */
  refusalOf(tool: Pick<ToolDefinition, 'name' | 'parameters'>): string | undefined;
}

/** Dependencies of the models. */
export interface ModelSurroundings {
  /** Documents of the guide. */
  readonly retriever: Retriever;
  /** @default the system's */
  readonly clock?: Clock;
  /** @default Node's HTTP client */
  readonly fetch?: EndpointFetch;
  /** Called when another model replaces one that has failed. */
  readonly onFallback?: SteadyOptions['onFallback'];
  /** Remembers refused tools. @default one per model */
  readonly refusedTools?: RefusedTools;
}

/** Creates the configured model. @throws TypeError with a message if settings are missing */
export function createModel(
  settings: ModelSettings,
  { retriever, clock = systemClock, fetch: fetcher = createEndpointFetch(fetch), refusedTools }: ModelSurroundings,
): ChatModel {
  const complaint = modelSettingsComplaint(settings);
  if (complaint !== undefined) throw new TypeError(complaint);
  const { protocol = 'chat-completions', baseUrl, apiKey, model, firstByteTimeoutMs, idleTimeoutMs } = settings;
  if (!model) return createGuideModel({ retriever, clock });
  const create = protocol === 'messages' ? createAnthropicModel : createOpenAiCompatible;
  return create({
    baseUrl: baseUrl || PROVIDERS[protocol].baseUrl,
    apiKey,
    model,
    firstByteTimeoutMs,
    idleTimeoutMs,
    clock,
    fetch: fetcher,
    refusedTools,
  });
}

/** Creates the configured models: names at one endpoint with fallbacks, or the built-in guide. */
export function createModels(settings: ModelSettings, surroundings: ModelSurroundings): Models {
  const { clock = systemClock } = surroundings;
  // Models of one endpoint share connections. The throttle measures the process, in real time.
  const { refusedTools = createRefusedTools() } = surroundings;
  const endpointFetch = createEndpointFetch(fetch, createThrottle({ clock: systemClock }));
  const shared = { fetch: endpointFetch, ...surroundings, refusedTools };
  const { fallbacks = [], retries } = settings;
  const others = fallbacks
    .filter(({ model }) => model)
    .map(({ protocol, baseUrl, apiKey, model }) =>
      createModel({ ...settings, fallbacks: [], protocol, baseUrl, apiKey, model }, shared),
    );
  const steady = (model: string | undefined): ChatModel => {
    const first = createModel({ ...settings, model }, shared);
    return model
      ? createSteadyModel([first, ...others], { clock, retries, onFallback: surroundings.onFallback })
      : first;
  };
  const standard = steady(settings.model);
  const named = new Map<string, ChatModel>();
  return {
    canCallTools: Boolean(settings.model),
    choose(name) {
      if (!name || !settings.model || name === settings.model) return standard;
      const known = named.get(name) ?? steady(name);
      named.set(name, known);
      return known;
    },
    guideFrom: (retriever, voice = {}) => createGuideModel({ retriever, clock, voice }),
    refusalOf: (tool) => refusedTools.reasonFor(tool),
  };
}

/** A single model for everything. */
export function singleModel(model: ChatModel, clock: Clock): Models {
  return {
    canCallTools: true,
    choose: () => model,
    guideFrom: (retriever, voice = {}) => createGuideModel({ retriever, clock, voice }),
    refusalOf: () => undefined,
  };
}
