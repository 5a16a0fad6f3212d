import { integrationSchema } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { readWidget } from '../../db/queries/hub/widgetQueries';
import { toIntegration } from '../../domain/integration';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { sendContent, type FileContents } from '../../http/files/fileAnswer';
import type { Services } from '../services';

/** The public settings of a widget, for embeds without our frame. */
export function publicConfigEndpoints({ db, media }: Services, contents: FileContents): Endpoint[] {
  return [
    endpoint(
      {
        method: 'GET',
        path: '/integration/widget/:integrationId/config',
        summary: 'Read the public settings of a widget',
        auth: 'public',
        cost: 'none',
        answer: integrationSchema,
        errors: ['NOT_FOUND'],
      },
      async (context) => {
        const widget = await readWidget(db, pathId(context, 'integrationId'));
        if (!widget) throw new ApiError('NOT_FOUND', 'There is no such widget');
        const content = await contents.ofText(
          JSON.stringify(toIntegration(widget, media)),
          'application/json; charset=utf-8',
        );
        return sendContent(context, content, { 'Cache-Control': 'public, max-age=60' });
      },
    ),
  ];
}
