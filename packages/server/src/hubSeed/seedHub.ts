import type { Clock, JsonObject } from '@sotto/widget-core/api';
import type { Library } from '../datasets/library';
import type { Database } from '../db/database';
import { insertAbility } from '../db/queries/hub/abilityQueries';
import { insertCollection } from '../db/queries/hub/collectionQueries';
import { insertResource, type NewResource, type ResourceType } from '../db/queries/hub/resourceQueries';
import { claimSetting } from '../db/queries/settingQueries';
import { users } from '../db/schema';
import { SEED_DATASETS } from './datasets';
import { MORE_SKILLSETS } from './moreSkillsets';
import { SEED_BLUEPRINTS, SEED_BOTS, SEED_COLLECTIONS, SEED_WIDGETS } from './others';
import type { SeedItem, SeedSkillset } from './seedTypes';
import { SEED_SKILLSETS } from './skillsets';

/** The author of the seeded items. Signing in with this address is impossible. */
const SEED_USER = { id: 'sotto', name: 'Sotto', email: 'hub@sotto.invalid' };
/** Between two things, so that "newest" has an order, in milliseconds. */
const APART_MS = 1_000;

/** Gives an empty Hub its first things, once: what an operator deletes or changes stays so. */
export async function seedHub(db: Database, clock: Clock, library: Library): Promise<void> {
  if (!(await claimSetting(db, 'hub-seed', '1', clock.now()))) return;
  const begun = clock.now();
  await db.insert(users).values(SEED_USER).onConflictDoNothing();
  let count = 0;
  const add = async <Kind extends ResourceType>(
    kind: Kind,
    item: SeedItem,
    fields: Partial<NewResource<Kind>>,
  ): Promise<boolean> => {
    const { id, name, description, icon, tags } = item;
    const at = begun - (count += 1) * APART_MS;
    const slug = id.slice(id.indexOf('_') + 1);
    return insertResource(db, kind, {
      id,
      slug,
      name,
      description,
      icon,
      tags: [...tags],
      language: 'en',
      licence: 'CC0-1.0',
      visibility: 'public',
      ownerId: SEED_USER.id,
      createdAt: at,
      updatedAt: at,
      ...fields,
    } as NewResource<Kind>);
  };
  for (const skillset of [...SEED_SKILLSETS, ...MORE_SKILLSETS]) {
    if (await add('skillset', skillset, { page: pageOf(skillset) })) await addAbilities(db, skillset, begun);
  }
  for (const dataset of SEED_DATASETS) {
    if (await add('dataset', dataset, {}))
      await library.add(dataset.id, {
        name: dataset.file,
        type: 'text/markdown',
        bytes: new TextEncoder().encode(dataset.text),
        url: undefined,
      });
  }
  for (const { skillsets, datasets, backstory, ...bot } of SEED_BOTS)
    await add('bot', bot, { backstory, skillsets: [...skillsets], datasets: [...datasets] });
  for (const { botId, config, ...widget } of SEED_WIDGETS) await add('widget', widget, { botId, config });
  for (const { parts, steps, ...blueprint } of SEED_BLUEPRINTS) {
    await add('blueprint', blueprint, {
      steps,
      parts: {
        skillsets: [...parts.skillsets],
        datasets: [...parts.datasets],
        bots: [...parts.bots],
        widgets: [...parts.widgets],
      },
    });
  }
  for (const [position, { slug, title, description, items }] of SEED_COLLECTIONS.entries()) {
    await insertCollection(db, {
      slug,
      title,
      description,
      position,
      items: items.map(([type, id, note]) => ({ type, id, note })),
      createdAt: begun,
      updatedAt: begun,
    });
  }
}

async function addAbilities(db: Database, { id: skillsetId, abilities }: SeedSkillset, now: number): Promise<void> {
  for (const [index, [name, description, instruction]] of abilities.entries()) {
    await insertAbility(db, {
      id: `${skillsetId.replace('skillset_', 'ability_')}-${String(index + 1)}`,
      skillsetId,
      name,
      description,
      instruction,
      createdAt: now,
      updatedAt: now,
    });
  }
}

function pageOf({ useCases, tags }: SeedSkillset): JsonObject {
  return {
    keywords: [...tags],
    useCases: {
      description: 'Try one of these in the chat.',
      items: useCases.map(([icon, name, description]) => ({ icon, name, description })),
    },
  };
}
