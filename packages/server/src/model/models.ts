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

/** The models this server can answer with. */
export interface Models {
  /** False for the embedded guide, which has no tools. */
  readonly canCallTools: boolean;
  /** The model of this name; the default one for no name, and where there is only one. */
  choose(name: string | null): ChatModel;
  /** The embedded guide over other documents. */
  guideFrom(retriever: Retriever, voice?: GuideVoice): ChatModel;
  /** Why one of them is not offered this tool: its endpoint has refused it; undefined: none has. */
  refusalOf(tool: Pick<ToolDefinition, 'name' | 'parameters'>): string | undefined;
}

/** What models need from outside. */
export interface ModelSurroundings {
  /** What the guide answers from. */
  readonly retriever: Retriever;
  /** @default the system's */
  readonly clock?: Clock;
  /** @default Node's HTTP client */
  readonly fetch?: EndpointFetch;
  /** Called when another model is used because one failed. */
  readonly onFallback?: SteadyOptions['onFallback'];
  /** Keeps which tools endpoints have refused. @default one for each model */
  readonly refusedTools?: RefusedTools;
}

/** The model these settings name. @throws TypeError with the complaint when they are incomplete */
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

/**
 * The models of these settings: one endpoint with any number of names, and those that answer in its place, or the
 * embedded guide.
 */
export function createModels(settings: ModelSettings, surroundings: ModelSurroundings): Models {
  const { clock = systemClock } = surroundings;
  // Models of one endpoint share its connections. Their pace is that of the process, whose time is real.
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
      ? createSteadyModel([first, ...others], { clock: systemClock, retries, onFallback: surroundings.onFallback })
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

/** One model for everything. */
export function singleModel(model: ChatModel, clock: Clock): Models {
  return {
    canCallTools: true,
    choose: () => model,
    guideFrom: (retriever, voice = {}) => createGuideModel({ retriever, clock, voice }),
    refusalOf: () => undefined,
  };
}
