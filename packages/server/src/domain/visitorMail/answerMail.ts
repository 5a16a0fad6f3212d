import { iconUrl, resolveOwnerTheme, resolveTheme } from '@sotto/widget-core/internal/config';
import { cutText } from '@sotto/widget-core/internal/server';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Mail } from '../../accounts/mailer';
import { escapeHtml } from '../../lib/escapeHtml';
import { widgetTitle } from '../integration';
import { fill, inOneLine, mailWordsFor } from './mailWords';

/** Longest answers together, and longest question, in characters. */
const ANSWERS_MAX_LENGTH = 20_000;
const QUESTION_MAX_LENGTH = 500;
/** Longest names in a header, in characters. */
const NAME_MAX_LENGTH = 60;

/** What goes into a mail. */
export interface AnswerMail {
  readonly widget: Widget;
  /** Public address of the server. */
  readonly server: string;
  readonly to: string;
  /** BCP 47 tag. */
  readonly language: string | null;
  /** What the visitor said last. */
  readonly question: string | undefined;
  readonly answers: readonly { readonly text: string; readonly author: string }[];
  /** Address that opens the conversation; undefined for verified visitors. */
  readonly link: string | undefined;
  readonly stopPage: string;
  /** Where answers to the mail arrive; undefined: nobody reads them. */
  readonly replyTo?: string | undefined;
}

/** A mail with a person's answers, as text and as a page. */
export function renderAnswerMail(given: AnswerMail): Mail {
  const { widget, language, question, link, stopPage, to, replyTo } = given;
  const { words } = mailWordsFor(language);
  const chat = inOneLine(widgetTitle(widget), NAME_MAX_LENGTH);
  const answers = cutAnswers(given.answers);
  const name = inOneLine(given.answers.at(-1)?.author ?? '', NAME_MAX_LENGTH) || chat;
  const asked = question === undefined ? undefined : cut(question, QUESTION_MAX_LENGTH);
  const subject = inOneLine(`${fill(words.subject, { name })}${chat === '' ? '' : ` – ${chat}`}`, 200);
  const why = fill(words.why, { chat });
  const text = [
    ...answers.map(({ text, author }) => (author === '' ? text : `${author}:\n${text}`)),
    ...(asked === undefined ? [] : [`${words.asked}\n${asked.replaceAll(/^/gm, '> ')}`]),
    ...(link === undefined ? [words.signIn] : [`${words.open}:\n${link}`, `${words.link}\n${howToReply(given)}`]),
    `-- \n${why}\n${words.stop}: ${stopPage}`,
  ].join('\n\n');
  return {
    to,
    subject,
    text,
    html: renderPage(given, { subject, chat, asked, answers, why, how: howToReply(given) }),
    senderName: chat === '' ? name : chat,
    ...(replyTo !== undefined && { replyTo }),
    unsubscribeUrl: stopPage,
  };
}

function howToReply({ language, replyTo }: Pick<AnswerMail, 'language' | 'replyTo'>): string {
  const { words } = mailWordsFor(language);
  return replyTo === undefined ? words.reply : words.answer;
}

const cut = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${cutText(text, maxLength)}…` : text;

/** Answers of bounded length. Of several by the same person the first one has the name. */
function cutAnswers(answers: AnswerMail['answers']): AnswerMail['answers'] {
  const length = Math.floor(ANSWERS_MAX_LENGTH / Math.max(1, answers.length));
  return answers.map(({ text, author }, index) => ({
    author: author === answers[index - 1]?.author ? '' : inOneLine(author, NAME_MAX_LENGTH),
    text: cut(text, length),
  }));
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
/** Quieter than the text in any colour that a mail program gives it, in light and in dark. */
const QUIET = 'opacity:.75;font-size:14px;line-height:1.5';

/** The forms of colours that mail programs understand. */
const KNOWN_COLOR = /^(?:#[\da-f]{6}|#[\da-f]{3}|rgb\([\d\s,]+\))$/i;

/** Without a background and a text colour of its own, so that it fits the light and the dark of any mail program. */
function renderPage(
  { widget, server, language, answers: _, link, stopPage }: AnswerMail,
  parts: Pick<AnswerMail, 'answers'> & {
    subject: string;
    chat: string;
    asked: string | undefined;
    why: string;
    how: string;
  },
): string {
  const { words, language: tag, direction } = mailWordsFor(language);
  const { subject, chat, asked, answers, why, how } = parts;
  const colors = resolveTheme(resolveOwnerTheme(widget.config['theme']).whole, 'light');
  const isKnown = [colors.buttonPrimary, colors.buttonText].every((color) => KNOWN_COLOR.test(color));
  const [background, foreground] = isKnown ? [colors.buttonPrimary, colors.buttonText] : ['#1f5547', '#ffffff'];
  const logo = publicLogo(widget, server);
  const paragraph = (text: string, style = ''): string => `<p style="margin:16px 0;${style}">${text}</p>`;
  return [
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;${FONT};font-size:16px;line-height:1.5">`,
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-size:18px;font-weight:600">${
      logo === undefined
        ? ''
        : `<img src="${escapeHtml(logo)}" alt="" width="32" height="32" style="vertical-align:middle;border-radius:8px"> `
    }<bdi>${escapeHtml(chat)}</bdi></p>`,
    ...answers.map(
      ({ text, author }) =>
        (author === '' ? '' : `<p style="margin:16px 0 4px;font-weight:600"><bdi>${escapeHtml(author)}</bdi></p>`) +
        `<div dir="auto" style="margin:0 0 12px;overflow-wrap:anywhere;white-space:pre-wrap">${escapeHtml(text)}</div>`,
    ),
    ...(link === undefined
      ? [paragraph(escapeHtml(words.signIn), QUIET)]
      : [
          paragraph(
            `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
              `background:${escapeHtml(background)};color:${escapeHtml(foreground)};font-weight:600;` +
              `text-decoration:none">${escapeHtml(words.open)}</a>`,
          ),
          paragraph(`${escapeHtml(words.link)} ${escapeHtml(how)}`, QUIET),
        ]),
    ...(asked === undefined
      ? []
      : [
          `<p style="margin:24px 0 4px;${QUIET}">${escapeHtml(words.asked)}</p>`,
          `<blockquote dir="auto" style="margin:0;padding:0 12px;border-inline-start:3px solid #9e9e9e;${QUIET};` +
            `overflow-wrap:anywhere;white-space:pre-wrap">${escapeHtml(asked)}</blockquote>`,
        ]),
    `<p style="margin:32px 0 0;${QUIET}">${escapeHtml(why)} <a href="${escapeHtml(stopPage)}" ` +
      `style="color:inherit">${escapeHtml(words.stop)}</a></p>`,
    '</div></body></html>',
  ].join('\n');
}

/** The owner's picture, if everybody can load it: one that was uploaded here, or an https address. */
function publicLogo({ config }: Widget, server: string): string | undefined {
  return [config['barIcon'], config['botIcon']]
    .map((icon) => (typeof icon === 'string' ? iconUrl(icon, { server }) : undefined))
    .find((address) => address !== undefined && (/^https:/i.test(address) || address.startsWith(`${server}/`)));
}
