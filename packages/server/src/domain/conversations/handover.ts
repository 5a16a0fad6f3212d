import type { Clock } from '@sotto/widget-core/api';
import type { AddMail, MailQueue } from '../../accounts/mailQueue';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { InboxNotices } from './inboxNotices';
import { markWaiting, readPreviews } from '../../db/queries/conversations/inboxQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { RateCounter } from '../../events/rateCounter';
import { addForAll, recipientsOf } from '../accounts/teams';

/** Maximum number of mails per workspace and minute about waiting visitors. */
const MAILS_PER_MINUTE = 3;

/** A conversation with its context. */
interface Place {
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** Handles visitors who ask for a person. */
export interface Handover {
  /** Whether it is possible: the owner has enabled it, and the conversation is not a trial. */
  isOffered(place: Place): boolean;
  /** Marks the conversation as waiting and notifies the owner or team by mail, once until it has been handled. */
  request(place: Place): Promise<void>;
}

/** Dependencies. */
export interface HandoverOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  readonly rates: RateCounter;
  readonly notices: InboxNotices;
  /** Public address of the server. */
  readonly baseUrl: () => string;
}

/** Makes the one who calls for a person. */
export function createHandover({ db, clock, mails, rates, notices, baseUrl }: HandoverOptions): Handover {
  async function notifyOwner(tx: Database, add: AddMail, { conversation, widget }: Place): Promise<void> {
    const { ownerId } = widget;
    if (ownerId === null || !(await rates.take(`handover ${ownerId}`, MAILS_PER_MINUTE)).isAllowed) return;
    const [preview] = await readPreviews(tx, [conversation.id]);
    const name = widget.name.replaceAll(/\s+/g, ' ').trim();
    const { addresses, query } = await recipientsOf(tx, ownerId);
    await addForAll(add, addresses, {
      purpose: 'handover',
      accountId: ownerId,
      conversationId: conversation.id,
      subject: `A visitor asks for a person${name === '' ? '' : `: ${name}`}`,
      text: [
        'A visitor of your chat asks for a person.',
        ...(preview?.firstText ? [`They began with: ${preview.firstText.replaceAll(/\s+/g, ' ').trim()}`] : []),
        `Answer here:\n${baseUrl()}/conversations/${conversation.id}${query}`,
        'You get this mail because “Visitors may ask for a person” is on for this widget.',
      ].join('\n\n'),
    });
  }

  return {
    isOffered: ({ conversation, widget }) =>
      widget.ownerId !== null && conversation.trial === null && widget.config['handover'] === true,
    async request(place) {
      const isMarked = await mails.within(db, async (tx, add) => {
        const marked = await markWaiting(tx, place.conversation.id, clock.now());
        if (marked) await notifyOwner(tx, add, place);
        return marked;
      });
      if (isMarked) notices.changed(place.conversation.id, place.widget.ownerId);
    },
  };
}
