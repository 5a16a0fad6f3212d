import { createContext, useContext, type ComponentType, type ReactNode, type Ref } from 'react';
import type {
  Block,
  ButtonContent,
  CardContent,
  CodeBlock,
  DiagramBlock,
  FormContent,
  HeadingBlock,
  LinkInline,
  ListBlock,
  MathBlock,
  MediaBlock,
  MediaInline,
  ParagraphBlock,
  PlainBlock,
  QuoteBlock,
  RichBlock,
  RuleBlock,
  SkeletonBlock,
  TableBlock,
} from '@sotto/widget-core/content';

/** A part draws one block. It is called again only when its block is another one. */
export type PartComponent<Kind> = ComponentType<{ readonly block: Kind }>;

/** What your own launcher is told. */
export interface LauncherProps {
  /** Takes the focus back when the chat closes. */
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly isOpen: boolean;
  /** Replies nobody has seen. */
  readonly unread: number;
  /** What the button does, in the visitor's language. */
  readonly label: string;
  readonly onClick: () => void;
}

/** What your own top bar is told. */
export interface TopBarProps {
  /** Whether this layout can be closed at all. */
  readonly canClose: boolean;
  readonly canMaximize: boolean;
  readonly onClose: () => void;
}

/** What others may ask of the text box. */
export interface ComposerHandle {
  focus(): void;
}

/** What your own text box is told; `useDraft` and `useWidget` give it the rest. */
export interface ComposerProps {
  /** How the widget puts the cursor into it. */
  readonly handle?: Ref<ComposerHandle> | undefined;
}

/** What your own button of the text box is told. */
export interface SendButtonProps {
  /** Takes the focus away from a Stop that is gone. */
  readonly buttonRef: Ref<HTMLButtonElement>;
  /** `send` submits the form around it; `stop` ends the reply, `cancel` takes back what waits for its files. */
  readonly does: 'send' | 'stop' | 'cancel';
  /** What it does, in the visitor's language. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/**
 * The parts an owner may replace. `Rich` is the whole of a card, carousel, group of buttons or form before it is read;
 * those four are what came of it. `Link` draws links inside sentences, `Media` pictures, videos and sounds wherever
 * they stand.
 */
export interface WidgetComponents {
  readonly Paragraph: PartComponent<ParagraphBlock>;
  readonly Heading: PartComponent<HeadingBlock>;
  readonly List: PartComponent<ListBlock>;
  readonly Quote: PartComponent<QuoteBlock>;
  readonly Table: PartComponent<TableBlock>;
  readonly Code: PartComponent<CodeBlock>;
  readonly Math: PartComponent<MathBlock>;
  readonly Diagram: PartComponent<DiagramBlock>;
  readonly Media: ComponentType<{ readonly media: MediaBlock | MediaInline }>;
  readonly Rule: PartComponent<RuleBlock>;
  readonly Rich: PartComponent<RichBlock>;
  readonly Card: ComponentType<{ readonly card: CardContent; readonly source?: string }>;
  readonly Carousel: ComponentType<{ readonly items: readonly CardContent[] }>;
  readonly Buttons: ComponentType<{ readonly buttons: readonly ButtonContent[]; readonly source?: string }>;
  readonly Form: ComponentType<{ readonly form: FormContent; readonly source?: string }>;
  readonly Skeleton: PartComponent<SkeletonBlock>;
  readonly Plain: PartComponent<PlainBlock>;
  readonly Link: ComponentType<{ readonly link: LinkInline; readonly children: ReactNode }>;
  readonly Launcher: ComponentType<LauncherProps>;
  readonly TopBar: ComponentType<TopBarProps>;
  readonly Composer: ComponentType<ComposerProps>;
  readonly SendButton: ComponentType<SendButtonProps>;
}

/** The owner's parts; those not named are ours. */
export const ComponentsContext = createContext<Partial<WidgetComponents>>({});

/** The owner's parts. */
export function useOwnComponents(): Partial<WidgetComponents> {
  return useContext(ComponentsContext);
}

/** Draws blocks inside blocks. Lists and quotes find it here, because they are drawn by it themselves. */
export const PartsContext = createContext<ComponentType<{ readonly blocks: readonly Block[] }>>(() => null);

/** The slot of each component: a component keeps its state when it is given again in another object. */
const slots = new WeakMap<object, ComponentType<object>>();

/**
 * Puts each part of the owner into a slot: an element without a box, inside of which the widget's reset does not reach
 * (`widget.css`).
 */
export function toSlots(components: Partial<WidgetComponents>): Partial<WidgetComponents> {
  return Object.fromEntries(
    Object.entries(components).map(([name, Own]) => [name, Own && toSlot(Own as ComponentType<object>)]),
  );
}

function toSlot(Own: ComponentType<object>): ComponentType<object> {
  const known = slots.get(Own);
  if (known) return known;
  const Slot = (props: object) => (
    <span className="sotto-slot">
      <Own {...props} />
    </span>
  );
  slots.set(Own, Slot);
  return Slot;
}
