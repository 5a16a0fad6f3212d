// The flows of docs/architecture.md: the places that each passes. The calls between two places are found in the sources.
// Where a flow passes through an object, a store, a window message or a request, `through` is a word that both sides
// use for it, and `by` says what carries it.
import { findChain, readCallGraph } from './callGraph.mjs';

const core = 'packages/widget-core/src';
const react = 'packages/widget-react/src';
const loader = 'packages/loader/src';
const frame = 'packages/frame/src';
const server = 'packages/server/src';

const conversations = `${core}/widget/actions/conversationGroups.ts:createConversationGroup`;
const network = `${core}/conversation/runners/network.ts:createNetworkRunner`;
const transport = `${core}/transport/platformTransport.ts:createPlatformTransport`;
const endpoint = `${server}/routes/widget/completeRoutes.ts:sendEndpoint`;
const launcher = `${loader}/launcherElement.ts:createLauncherElement`;

/** Each place follows from the one before it, or from `from`. */
export const FLOWS = {
  message: [
    { at: `${react}/composer/Composer.tsx:Composer` },
    { at: `${react}/hooks/useComposer.ts:useComposer` },
    { at: conversations, through: 'send', by: 'widget.conversation' },
    { at: `${core}/widget/actions/conversationGroups.ts:sendMessage` },
    { at: `${core}/conversation/store.ts:createConversationStore`, through: 'dispatch', by: 'event' },
    { at: `${core}/conversation/step/sending.ts:openStream` },
    { at: network, through: 'open-stream', by: 'effect' },
    { at: transport, through: 'send', by: 'transport' },
    { at: endpoint, through: 'complete', by: 'HTTP request' },
    { at: `${server}/domain/replies/turns.ts:createTurns`, through: 'send', by: 'turns' },
    { at: `${server}/domain/replies/writeReply.ts:writeReply` },
    { at: `${server}/domain/replies/createAnswerer.ts:createAnswerer`, through: 'text', by: 'answerer' },
    {
      at: `${server}/events/memoryEventLog.ts:createMemoryEventLog`,
      from: `${server}/domain/replies/writeReply.ts:writeReply`,
      through: 'append',
      by: 'event log',
    },
    { at: `${server}/events/eventLog.ts:followRun`, through: 'read', by: 'event log' },
    { at: `${server}/http/replyStream.ts:streamReply`, from: endpoint },
    { at: `${core}/transport/platformTransport.ts:streamReply`, from: transport },
    { at: `${core}/transport/readReply.ts:readReply` },
    { at: `${core}/conversation/step/step.ts:HANDLERS`, from: network, through: 'stream-event', by: 'event' },
    { at: `${core}/conversation/step/streaming.ts:onStreamEvent` },
    { at: `${core}/conversation/step/log.ts:reduceFact` },
    { at: `${react}/messages/list/MessageList.tsx:useRows`, through: 'messages', by: 'store' },
  ],
  'host call': [
    { at: launcher },
    { at: `${loader}/methods.ts:forwardMethods` },
    {
      at: `${loader}/element/createController.ts:createController`,
      from: launcher,
      through: 'createController',
      by: 'import',
    },
    { at: `${loader}/element/frameMethods.ts:sendRow` },
    { at: `${core}/protocol/connection.ts:createConnection`, through: 'request', by: 'connection' },
    { at: `${core}/bridge/frameBridge.ts:answerMessageCalls`, through: 'answer', by: 'window message' },
    { at: conversations, through: 'send', by: 'widget.conversation' },
    { at: `${core}/bridge/frameBridge.ts:answerMessageCalls`, from: `${frame}/main.tsx:start` },
    { at: `${core}/bridge/frameBridge.ts:notifyHost`, from: `${core}/bridge/frameBridge.ts:createFrameBridge` },
    { at: `${loader}/panel/frameEvents.ts:subscribeToFrame`, through: 'frameEvents', by: 'window message' },
  ],
  theme: [
    { at: `${server}/routes/widget/publicConfigRoutes.ts:publicConfigEndpoints` },
    { at: `${core}/config/loaderTheme.ts:resolveOwnerTheme` },
    { at: `${core}/config/themes.ts:resolveTheme` },
    {
      at: `${loader}/appearance.ts:applyAppearance`,
      from: `${core}/config/loaderTheme.ts:resolveOwnerTheme`,
      through: 'theme',
      by: 'HTTP response',
    },
    { at: `${loader}/appearance.ts:applyAppearance`, from: launcher },
    {
      at: `${core}/protocol/layerThemes.ts:layerThemes`,
      from: `${loader}/element/createController.ts:createController`,
    },
    { at: `${core}/config/resolveConfig.ts:resolveThemeSetting`, from: `${core}/createWidget.ts:createWidget` },
    { at: `${react}/theme/useThemeStyle.ts:useThemeStyle`, through: 'theme', by: 'settings' },
    { at: `${core}/config/themes.ts:themeToProperties` },
  ],
};

/**
 * One drawing per flow, as Mermaid: a box for every place and every call between two of them, by package.
 *
 * @throws Error that names the link which the sources do not have
 */
export function drawFlows() {
  const graph = readCallGraph();
  return Object.fromEntries(Object.entries(FLOWS).map(([name, steps]) => [name, draw(linksOf(name, steps, graph))]));
}

function linksOf(name, steps, graph) {
  const links = new Map();
  steps.forEach(({ at, from, through, by }, index) => {
    const before = from ?? steps[index - 1]?.at;
    if (!graph.has(at)) throw new Error(`${name}: there is no ${at}`);
    if (before === undefined) return;
    if (!graph.has(before)) throw new Error(`${name}: there is no ${before}`);
    if (through !== undefined) {
      for (const side of [before, at])
        if (!graph.get(side).words.has(through)) throw new Error(`${name}: ${side} does not mention '${through}'`);
      links.set(`${before} ${at}`, { from: before, to: at, label: `${by}: ${through}` });
      return;
    }
    const chain = findChain(graph, before, at);
    if (!chain) throw new Error(`${name}: no chain of calls leads from ${before} to ${at}`);
    for (const [position, to] of chain.slice(1).entries())
      links.set(`${chain[position]} ${to}`, { from: chain[position], to });
  });
  return [...links.values()];
}

function draw(links) {
  const places = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
  const idOf = (place) => `p${places.indexOf(place)}`;
  const packages = [...new Set(places.map((place) => place.split('/')[1]))];
  const boxes = packages.flatMap((name) => [
    `  subgraph ${name}`,
    ...places
      .filter((place) => place.split('/')[1] === name)
      .map((place) => {
        const [file, called] = place.replace(`packages/${name}/src/`, '').split(':');
        return `    ${idOf(place)}["${called}<br>${file}"]`;
      }),
    '  end',
  ]);
  const arrows = links.map(({ from, to, label }) =>
    label ? `  ${idOf(from)} -. "${label}" .-> ${idOf(to)}` : `  ${idOf(from)} --> ${idOf(to)}`,
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}
