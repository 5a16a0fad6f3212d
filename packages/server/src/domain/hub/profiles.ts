import { cutText } from '@sotto/widget-core/internal/server';
import type { BuilderConfig } from '../../config/builderConfig';
import type { Library } from '../../datasets/library';
import type { Database } from '../../db/database';
import { listAbilities, type StoredAbility } from '../../db/queries/hub/abilityQueries';
import { listMcpServers } from '../../db/queries/hub/mcpServerQueries';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import { readBot, type Bot, type Widget } from '../../db/queries/hub/widgetQueries';
import type { ChatModel } from '../../model/chatModel';
import type { Models } from '../../model/models';
import { abilityPassages } from '../../model/abilityPassages';
import type { GuideVoice } from '../../model/guide/guideAnswer';
import { abilityRules, createAbilityTools } from '../../model/tools/abilities';
import { createDatasetTool, type PassageSearch } from '../../model/tools/datasetTools';
import { HANDOVER_TOOL } from '../../model/tools/handoverTool';
import type { McpTools } from '../../model/tools/mcp';
import type { Tool } from '../../model/tools/tool';
import type { PublicFetch } from '../../unfurl/publicFetch';
import type { Extensions } from '../replies/answerer';
import type { Approvals } from '../replies/approvals';
import type { SkillsetSecrets } from './skillsetSecrets';
import { TEST_MODEL, TEST_SETTINGS } from './testSettings';
import { noModelNotice } from './trialWithoutModel';
import { verifiedVisitor } from '../conversations/verifiedVisitor';
import type { VisitorTokens } from '../conversations/visitorTokens';

/** Name of the tool that searches a bot's datasets (specification 9: the query function). */
export const QUERY_TOOL = 'query';

/** Longest sentence of an owner for questions without an answer, in characters. */
const SENTENCE_MAX = 500;

function nothingFoundOf({ config: { nothingFound } }: Widget): string {
  return typeof nothingFound === 'string' ? cutText(nothingFound.replaceAll('\r', '').trim(), SENTENCE_MAX) : '';
}

/** Asks a model to answer with the owner's sentence where the guide would: Insights finds such questions by it. */
function nothingFoundRule(widget: Widget): string {
  const sentence = nothingFoundOf(widget);
  return sentence === ''
    ? ''
    : `If your search finds nothing that answers the question, reply with exactly this text and nothing else:\n${sentence}`;
}

/** Who answers in a conversation, and with what. */
export interface Profile {
  readonly model: ChatModel;
  readonly backstory: string;
  readonly temperature?: number;
  readonly tools: readonly Tool[];
  /** The tool a turn must begin with. */
  readonly firstTool?: string;
  /** Most messages of the conversation that the model reads. */
  readonly historyMessages?: number;
}

/** Where it is answered, and how. */
interface Place {
  readonly conversation: Conversation;
  readonly widget: Widget;
  /** `canWaitForBrowser`: whether the visitor can approve calls during the reply. @default false */
  readonly options?: { readonly extensions?: Extensions | undefined; readonly canWaitForBrowser?: boolean };
}

/** Finds out who answers. `questions`: the visitor's last words, newest last. */
export type Profiles = (place: Place, questions: readonly string[], signal: AbortSignal) => Promise<Profile>;

/** What profiles stand on. `houseTools` are for the server's own bots. */
export interface ProfilesOptions {
  db: Database;
  models: Models;
  houseTools: readonly Tool[];
  library: Library;
  fetcher: PublicFetch;
  mcp: McpTools;
  secrets: SkillsetSecrets;
  approvals: Approvals;
  visitorTokens: VisitorTokens;
  /** Hosts of the operator's own network. */
  isTrustedHost: (url: URL) => boolean;
  trials: BuilderConfig['trials'];
  /** Where the documentation is read. */
  docsUrl: string;
}

interface Recipe {
  readonly name: string;
  readonly backstory: string;
  readonly model: string | null;
  readonly temperature: number | null;
  readonly skillsets: readonly string[];
  readonly datasets: readonly string[];
}

/** A bot's instructions, model and tools; or those of a thing that is being tried out. */
export function createProfiles(options: ProfilesOptions): Profiles {
  const { db, models, library } = options;

  async function toolsOf(
    { skillsets, datasets }: Recipe,
    place: Place,
    signal: AbortSignal,
  ): Promise<{ tools: Tool[]; rules: string }> {
    if (!models.canCallTools) return { tools: [], rules: '' };
    const search: PassageSearch | undefined =
      datasets.length === 0 ? undefined : (query) => library.search(datasets, query);
    const queries = search ? [createDatasetTool({ search, name: QUERY_TOOL })] : [];
    const [abilities, servers] = await Promise.all([listAbilities(db, skillsets), listMcpServers(db, skillsets)]);
    const visitor = verifiedVisitor(place.conversation);
    const guard = options.approvals.guard(place, place.options?.canWaitForBrowser === true);
    const abilityTools = createAbilityTools(
      abilities,
      {
        fetcher: options.fetcher,
        search,
        secretsOf: (id) => options.secrets.all(id),
        visitor,
        isTrustedHost: options.isTrustedHost,
        guard,
      },
      queries.map(({ name }) => name),
    );
    const own = [...queries, ...abilityTools];
    const remote =
      servers.length === 0
        ? []
        : await options.mcp.of(
            servers.map((server) => options.secrets.openServer(server)),
            {
              taken: [...own.map(({ name }) => name), HANDOVER_TOOL],
              visitor,
              tokenFor: (origin) =>
                options.visitorTokens.sign(place.widget.ownerId ?? '', String(visitor?.get('sub')), origin),
              guard,
            },
            signal,
          );
    return { tools: [...own, ...remote], rules: abilityRules(abilityTools) };
  }

  /** The embedded guide answers from a bot's own datasets and from the texts of its abilities. */
  async function modelOf(recipe: Recipe, place: Place, questions: readonly string[]): Promise<ChatModel> {
    if (models.canCallTools) return models.choose(recipe.model);
    const abilities = await listAbilities(db, recipe.skillsets);
    return models.guideFrom(
      await library.retrieverFor(recipe.datasets, questions, abilities.flatMap(abilityPassages)),
      await voiceOf(recipe, place, abilities),
    );
  }

  /** The guide's words as those of an owner's bot, or of a trial of an item that needs a model. */
  async function voiceOf(
    { name, datasets }: Recipe,
    { conversation: { trial, payerId }, widget }: Place,
    abilities: readonly StoredAbility[],
  ): Promise<GuideVoice> {
    const bot = { name: name || widget.name, nothingFound: nothingFoundOf(widget) };
    if (!trial) return { bot };
    if (trial.type === 'dataset') return { isDatasetTest: true };
    const person = payerId === null ? undefined : await readUser(db, payerId);
    return {
      ...(trial.type === 'bot' && { bot }),
      notice: noModelNotice(
        { documents: datasets.length > 0, abilities: abilities.length > 0 },
        person?.isOperator === true ? `${options.docsUrl}/guides/operator#choosing-a-model` : undefined,
      ),
      abilities: new Map(abilities.map(({ id, name, description }) => [id, { name: name || id, description }])),
    };
  }

  async function trialRecipe({ trial }: Conversation): Promise<Recipe | undefined> {
    if (!trial) return undefined;
    const { type, id, backstory } = trial;
    const bot = type === 'bot' ? await readResource(db, 'bot', id) : undefined;
    return {
      name: bot?.name ?? '',
      backstory: bot && bot.backstory !== '' ? `${bot.backstory}\n\n${backstory}` : backstory,
      model: trial.model ?? options.trials.model ?? bot?.model ?? TEST_MODEL,
      temperature: TEST_SETTINGS[type].temperature,
      skillsets: type === 'skillset' ? [id] : (bot?.skillsets ?? []),
      datasets: type === 'dataset' ? [id] : (bot?.datasets ?? []),
    };
  }

  return async (place, questions, signal) => {
    const { conversation, widget, options: { extensions } = {} } = place;
    const trial = await trialRecipe(conversation);
    const bot: Bot | undefined = trial ? undefined : await readBot(db, widget.botId);
    const recipe = extended(trial ?? bot, extensions);
    if (!recipe || (bot && bot.ownerId === null)) {
      return { model: models.choose(bot?.model ?? null), backstory: bot?.backstory ?? '', tools: options.houseTools };
    }
    const settings = conversation.trial ? TEST_SETTINGS[conversation.trial.type] : undefined;
    const { tools, rules } = await toolsOf(recipe, place, signal);
    const mustSearch = settings?.mustSearch === true && tools.some(({ name }) => name === QUERY_TOOL);
    return {
      model: await modelOf(recipe, place, questions),
      backstory: [recipe.backstory.trim(), rules, recipe.datasets.length > 0 ? nothingFoundRule(widget) : '']
        .filter((part) => part !== '')
        .join('\n\n'),
      tools,
      ...(recipe.temperature !== null && { temperature: recipe.temperature }),
      ...(mustSearch && { firstTool: QUERY_TOOL }),
      ...(settings?.interactionMaxMessages !== undefined && { historyMessages: settings.interactionMaxMessages }),
    };
  };
}

function extended(recipe: Recipe | undefined, extensions: Extensions | undefined): Recipe | undefined {
  if (!recipe || !extensions) return recipe;
  const { backstory = '', model, skillsets = [], datasets = [] } = extensions;
  return {
    ...recipe,
    backstory: [recipe.backstory.trim(), backstory.trim()].filter((part) => part !== '').join('\n\n'),
    model: model ?? recipe.model,
    skillsets: [...new Set([...recipe.skillsets, ...skillsets])],
    datasets: [...new Set([...recipe.datasets, ...datasets])],
  };
}
