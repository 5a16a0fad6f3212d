import type { Clock } from '@sotto/widget-core/api';
import type { Mailer } from '../../accounts/mailer';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { InboxNotices } from './inboxNotices';
import { markWaiting, readPreviews } from '../../db/queries/conversations/inboxQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { RateCounter } from '../../events/rateCounter';
import { recipientsOf, sendToAll } from '../accounts/teams';

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
  /**
   * Marks the conversation as waiting and notifies the owner or team by mail, once until it has been handled. Mail
   * failures are reported but do not fail the reply.
   */
  request(place: Place): Promise<void>;
  /** Waits for mails being sent. */
  settled(): Promise<void>;
}

/** Dependencies. */
export interface HandoverOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly rates: RateCounter;
  readonly notices: InboxNotices;
  /** Public address of the server. */
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
}

/** Makes the one who calls for a person. */
export function createHandover({ db, clock, mailer, rates, notices, baseUrl, onError }: HandoverOptions): Handover {
  const sending = new Set<Promise<void>>();

  async function tellOwner({ conversation, widget }: Place): Promise<void> {
    const { ownerId } = widget;
    if (ownerId === null || !(await rates.take(`handover ${ownerId}`, MAILS_PER_MINUTE)).isAllowed) return;
    const [preview] = await readPreviews(db, [conversation.id]);
    const name = widget.name.replaceAll(/\s+/g, ' ').trim();
    const { addresses, query } = await recipientsOf(db, ownerId);
    await sendToAll(mailer, addresses, {
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
      if (!(await markWaiting(db, place.conversation.id, clock.now()))) return;
      notices.changed(place.conversation.id, place.widget.ownerId);
      const sent: Promise<void> = tellOwner(place)
        .catch(onError)
        .finally(() => {
          sending.delete(sent);
        });
      sending.add(sent);
    },
    async settled() {
      await Promise.all(sending);
    },
  };
}
