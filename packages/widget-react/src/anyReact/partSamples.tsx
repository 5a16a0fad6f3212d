// Samples that docs/guides/parts.md contains verbatim (partSamples.test.tsx).
/* oxlint-disable sotto/own-entry -- the guide names the package */
// docs: imports
import {
  useAttachments,
  useComposer,
  useConversation,
  useMessage,
  useWidget,
  useWidgetEvent,
  type OwnParts,
  type WidgetComponents,
} from '@sotto/widget-react';
// /docs

// docs: Message
export const Message: WidgetComponents['Message'] = ({ speaker, isNewest, children }) => (
  <div className={isNewest ? 'row newest' : 'row'} data-speaker={speaker}>
    {children}
  </div>
);
// /docs

// docs: Avatar
export const Avatar: WidgetComponents['Avatar'] = ({ speaker, author, children }) =>
  speaker === 'bot' && !author ? <img className="face" src="/bot.svg" alt="" /> : children;
// /docs

// docs: Actions
export const Actions: WidgetComponents['Actions'] = ({ message, children }) => (
  <>
    {children}
    <a href={`mailto:support@example.com?body=${encodeURIComponent(message.text)}`}>Forward</a>
  </>
);
// /docs

// docs: Welcome
export const Welcome: WidgetComponents['Welcome'] = ({ isEmpty, title }) => {
  const widget = useWidget();
  if (!isEmpty) return null;
  return (
    <div className="welcome">
      <h2>{title}</h2>
      {['Where is my order?', 'How do I return something?'].map((question) => (
        <button key={question} type="button" onClick={() => void widget.conversation.send({ message: question })}>
          {question}
        </button>
      ))}
    </div>
  );
};
// /docs

// docs: Tool
export const Tool: WidgetComponents['Tool'] = ({ tool }) => (
  <p className="tool">
    {tool.title ?? tool.name}: {tool.state}
  </p>
);
// /docs

// docs: Reasoning
export const Reasoning: WidgetComponents['Reasoning'] = ({ reasoning, isLive }) => (
  <details open={isLive}>
    <summary>Thoughts</summary>
    {reasoning.text}
  </details>
);
// /docs

// docs: Attachment
export const Attachment: WidgetComponents['Attachment'] = ({ attachment }) => (
  <span className="file">{attachment.localName}</span>
);
// /docs

// docs: Sources
export const Sources: WidgetComponents['Sources'] = ({ sources }) => (
  <p className="sources">
    From{' '}
    {sources.map(({ source, title, url }) => (
      <a key={source} href={url ?? undefined}>
        {title ?? source}
      </a>
    ))}
  </p>
);
// /docs

// docs: Header
export const Header: WidgetComponents['Header'] = () => <p className="note">We answer on workdays from 9 to 17.</p>;
// /docs

// docs: Footer
export const Footer: WidgetComponents['Footer'] = () => (
  <p className="note">
    Answers may be wrong. <a href="/privacy">Privacy</a>
  </p>
);
// /docs

// docs: AttachButton
export const AttachButton: WidgetComponents['AttachButton'] = ({ isDisabled }) => {
  const { add, files, remove } = useAttachments();
  return (
    <>
      {files.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => remove(id)}>
          Remove {name}
        </button>
      ))}
      <input
        type="file"
        multiple
        aria-label="Add files"
        disabled={isDisabled}
        onChange={(event) => add(event.target.files ?? [])}
      />
    </>
  );
};
// /docs

// docs: VoiceButton
export const VoiceButton: WidgetComponents['VoiceButton'] = ({ children }) => <span className="voice">{children}</span>;
// /docs

// docs: ComposerButtons
export const ComposerButtons: WidgetComponents['ComposerButtons'] = ({ isDisabled }) => {
  const { text, setText } = useComposer();
  return (
    <button type="button" disabled={isDisabled} onClick={() => setText(`${text}🙂`)}>
      Emoji
    </button>
  );
};
// /docs

// docs: SendButton
export const SendButton: WidgetComponents['SendButton'] = ({ buttonRef, does, label, isDisabled, onClick }) => (
  <button ref={buttonRef} type={does === 'send' ? 'submit' : 'button'} disabled={isDisabled} onClick={onClick}>
    {label}
  </button>
);
// /docs

// docs: Composer
export const Composer: WidgetComponents['Composer'] = () => {
  const { text, setText, send, stop, cancel, does, canSend } = useComposer();
  const act = { send, stop, cancel }[does];
  return (
    <form
      className="box"
      onSubmit={(event) => {
        event.preventDefault();
        act();
      }}
    >
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button disabled={does === 'send' && !canSend}>{does}</button>
    </form>
  );
};
// /docs

// docs: parts
export const parts: OwnParts = {
  tool: {
    getOrder: ({ input, output, state }) => (
      <article className="order">
        {state === 'running' ? 'Looking up' : 'Order'} {JSON.stringify(input)} {JSON.stringify(output)}
      </article>
    ),
    chooseSize: ({ answer, output }) =>
      answer ? (
        <button type="button" onClick={() => answer({ size: 'M' })}>
          Size M
        </button>
      ) : (
        <p>{JSON.stringify(output)}</p>
      ),
  },
  data: {
    weather: ({ value }) => <p className="weather">{JSON.stringify(value)}</p>,
  },
};
// /docs

// docs: useMessage
export function Bubble() {
  const { text, status, speaker, vote, castVote } = useMessage();
  return (
    <div className={`bubble ${speaker}`}>
      <p>{status === 'thinking' ? '…' : text}</p>
      {speaker === 'bot' && status === 'complete' && (
        <button type="button" aria-pressed={vote === 'up'} onClick={() => castVote('up')}>
          Helpful
        </button>
      )}
    </div>
  );
}
// /docs

// docs: useConversation
export function MessageCount() {
  const count = useConversation((state) => state.messages.length);
  return <p>{count} messages</p>;
}
// /docs

// docs: useWidgetEvent
export function CountReplies({ onReply }: { onReply: (text: string) => void }) {
  useWidgetEvent('receive', ({ message }) => onReply(message.text));
  return null;
}
// /docs
