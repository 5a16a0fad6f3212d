import { ratingUpsertResponseSchema, type HubType } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { HUB_TYPE_WORDS } from '../site/hubTypes';
import { ApiFailure } from '../site/hubClient';
import { redirect, signInFirst, type PageRequest } from '../site/route';

/** Actions of an item's page: rate, remove a rating, report. */
export async function actOnItem(request: PageRequest, type: HubType): Promise<Response> {
  const { params, form, hub, viewer, href, url } = request;
  const key = params['key'] ?? '';
  const call = `/hub/${type}/${encodeURIComponent(key)}`;
  const back = href(`/hub/${HUB_TYPE_WORDS[type].plural}/${encodeURIComponent(key)}`);
  if (form.get('do') === 'report') {
    await hub.post(`${call}/report`, idResponseSchema, {
      reason: form.get('reason') ?? 'other',
      text: form.get('text') ?? '',
    });
    return redirect(`${back}?reported=1#ratings`);
  }
  if (!viewer) return signInFirst({ ...request, url });
  if (form.get('do') === 'unrate') await hub.post(`${call}/rating/delete`, idResponseSchema);
  else if (form.get('do') === 'rate')
    await hub.post(`${call}/rating/upsert`, ratingUpsertResponseSchema, {
      value: Number(form.get('value')),
      comment: form.get('comment') ?? '',
    });
  else throw new ApiFailure('BAD_REQUEST');
  return redirect(`${back}#ratings`);
}
