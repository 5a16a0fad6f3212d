import { cutText, parseAddress } from '@sotto/widget-core/internal/server';
import { siteLookResponseSchema, type SiteLook } from '@sotto/hub-api';
import { idResponseSchema, type JsonObject } from '@sotto/widget-core/api';
import { mixColors, readColor } from '@sotto/widget-core/internal/config';
import type { HubClient } from '../../site/hubClient';
import { brandTheme } from '../brandTheme';
import { LANGUAGES } from '../studioFields';
import { readWidgetConfig, toWidgetForm } from '../widgetForm';
import { greetingFor } from './greetings';

/**
 * Creates everything a chat needs from a site's address: a dataset with its pages, a bot, and a widget with the
 * site's name, language, colour and logo, a greeting, and votes. If a step fails, everything is removed.
 *
 * @returns id of the widget. @throws ApiFailure with a message about the address or the plan
 */
export async function startFromAddress(hub: HubClient, url: string): Promise<string> {
  const look = await hub.post('/site/look', siteLookResponseSchema, { url });
  const made: string[] = [];
  const create = async (kind: string, fields: object): Promise<string> => {
    const { id } = await hub.post(`/${kind}/create`, idResponseSchema, fields);
    made.push(`/${kind}/${id}/delete`);
    return id;
  };
  try {
    const dataset = await create('dataset', { name: cutText(`Pages of ${look.name}`, 200) });
    const bot = await create('bot', {
      name: look.name,
      description: cutText(look.description || `Answers questions from the pages of ${look.name}.`, 4_000),
      backstory: toBackstory(look),
      datasets: [dataset],
    });
    const widget = await create('integration/widget', { name: look.name, botId: bot, ...toWidget(look) });
    await hub.post(`/dataset/${dataset}/site/create`, idResponseSchema, { url: look.url });
    return widget;
  } catch (error) {
    for (const path of made.reverse()) await hub.post(path, idResponseSchema).catch(() => undefined);
    throw error;
  }
}

/** The initial backstory of the bot; its owner can edit it. */
function toBackstory({ name, url, description }: SiteLook): string {
  return [
    `You answer questions from visitors of ${name} (${url}).`,
    ...(description === '' ? [] : [`The site’s own description: ${description}`]),
    'Look up the answer in the pages of the site first. If they do not answer the question, say so, and do not guess ' +
      'prices, dates or promises.',
    'Answer in the language of the question, in a few sentences.',
  ].join('\n\n');
}

/** Settings taken from the site. */
function toWidget({ name, language, color, logo }: SiteLook): JsonObject {
  const known = knownLanguage(language);
  const form = toWidgetForm({ barTitle: name, language: known, intro: greetingFor(known, name), tools: true });
  const brand = toHex(color);
  if (brand !== undefined) {
    form.set('hasBrand', 'on');
    form.set('brand', brand);
  }
  const hasLogo = logo.length <= 2000 && parseAddress(logo) !== undefined;
  return {
    config: {
      ...readWidgetConfig(form),
      ...(hasLogo && { barIcon: logo, botIcon: logo }),
      ...(hasLogo && fillsButton(logo) && { buttonIcon: logo }),
    },
    ...(hasLogo && { imageOrigins: [new URL(logo).origin] }),
  };
}

/**
 * Whether a site's icon is large enough for the launcher and loads on https pages. An `.ico` file mostly has 16 or 32
 * pixels.
 */
function fillsButton(icon: string): boolean {
  const { protocol, pathname } = new URL(icon);
  return protocol === 'https:' && !pathname.toLowerCase().endsWith('.ico');
}

/** A language the widget supports; empty to use the visitor's. */
function knownLanguage(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? '';
}

function toHex(color: string): string | undefined {
  const read = readColor(color);
  return read === undefined || brandTheme(read) === undefined ? undefined : mixColors(read, read, 1);
}
