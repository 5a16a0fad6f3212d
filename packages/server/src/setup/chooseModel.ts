import type { Clock } from '@sotto/widget-core/api';
import { docsWeight, readDocsFolder } from '../datasets/docsFolder';
import { createRetriever } from '../datasets/retrieve';
import { docsFolder } from '../db/packageFiles';
import { describeFailure, type Logger } from '../lib/logger';
import { createRefusedTools } from '../model/endpoint/refusedTools';
import { createModels, type Models } from '../model/models';
import { createDatasetTool } from '../model/tools/datasetTools';
import type { Tool } from '../model/tools/tool';
import type { ServerConfig } from '../config/serverConfig';

/** The model, and its search. */
export interface ChosenModel {
  readonly models: Models;
  readonly tools: readonly Tool[];
}

/**
 * The configured model with the documentation it answers from: the embedded guide searches by itself, a language
 * model gets a search tool. Sources link to the site's own `/docs`.
 */
export async function chooseModel(config: ServerConfig, clock: Clock, logger: Logger): Promise<ChosenModel> {
  const folder = config.docsDir ?? docsFolder();
  const passages = folder === undefined ? [] : await readDocsFolder(folder, `${config.publicUrl ?? ''}/docs`);
  const retriever = createRetriever(passages, undefined, docsWeight);
  const refusedTools = createRefusedTools();
  const models = createModels(config.model, {
    retriever,
    clock,
    refusedTools: {
      ...refusedTools,
      note(model, tool, reason) {
        refusedTools.note(model, tool, reason);
        logger.info({ event: 'tool-refused', model, tool: tool.name, reason });
      },
    },
    onFallback: (model, next, error) => {
      logger.error({ event: 'model', model, next, ...describeFailure(error, true) });
    },
  });
  return {
    models,
    tools:
      models.canCallTools && passages.length > 0
        ? [createDatasetTool({ search: (query) => retriever.search(query) })]
        : [],
  };
}
