/**
 * How long a dismissed peek stays hidden, in milliseconds (10 days). Specification, sections 4 and 9; the setting
 * `peekDismissalMs` changes it.
 */
export const PEEK_DISMISSAL_MS = 864_000_000;
/** Length of silence after which dictated text is sent, in milliseconds. Specification, section 9. */
export const DICTATION_SILENCE_MS = 2_000;
/** How long the placeholder of a link preview stays at most, in milliseconds. Specification, section 9. */
export const LINK_PREVIEW_TIMEOUT_MS = 5_000;
/** How long a check mark stays after copying or speaking, in milliseconds. Specification, section 9. */
export const CONFIRMATION_MS = 2_000;
/** How long both vote buttons are disabled after a vote, in milliseconds. Specification, section 9. */
export const VOTE_PAUSE_MS = 2_000;
/** How long a toast stays, in milliseconds. `visual.md`, parts. */
export const TOAST_MS = 4_000;
/** How close to the bottom counts as reading the newest message, in CSS pixels. Specification, section 9. */
export const SCROLL_BOTTOM_THRESHOLD_PX = 100;
/** How often the bottom threshold is checked, in milliseconds. Specification, section 9. */
export const SCROLL_CHECK_INTERVAL_MS = 2_000;
/** Time without scrolling after which a scroll interaction has ended, in milliseconds. Specification, section 9. */
export const SCROLL_INTERACTION_MS = 1_000;
/** Margin for stopping and anchoring the scroll position, in CSS pixels. Specification, section 9. */
export const SCROLL_MARGIN_PX = 10;
/** Margin of the area in which scrolling follows the reply, in CSS pixels. Specification, section 9. */
export const SCROLL_AREA_MARGIN_PX = 100;
/** How often a crashed widget reloads itself before it shows a static page. Specification, section 9. */
export const MAX_RELOADS = 3;

/**
 * Size of the popover, in CSS pixels. Specification, section 9; the theme's `popoverWidth` and `popoverHeight` override
 * it.
 */
export const POPOVER_SIZE = { widthPx: 420, heightPx: 860 } as const;
/** Size of the maximized popover, in CSS pixels, limited by the window. Specification, section 9. */
export const POPOVER_MAXIMIZED_SIZE = { widthPx: 650, heightPx: 5_000 } as const;
/** Maximum size of the popout, in CSS pixels. Specification, section 9. */
export const POPOUT_MAX_SIZE = { widthPx: 680, heightPx: 680 } as const;
/** Width of the slideover, in rem. Specification, section 9. */
export const SLIDEOVER_WIDTH_REM = 30;
/** Size of the center layout, in rem. Specification, section 9. */
export const FRAME_SIZE = { widthRem: 35, heightRem: 50 } as const;

/** Maximum number of initial messages of a page. Contract 1.5. */
export const MAX_INITIAL_MESSAGES = 50;
/** Maximum size of all initial messages, in characters of JSON (64 KiB). Contract 1.5. */
export const MAX_INITIAL_MESSAGES_LENGTH = 65_536;
/** Maximum number of functions of a page. Contract 1.5. */
export const MAX_FUNCTIONS = 64;
/** Maximum size of a function definition, in characters of JSON (16 KiB). Contract 1.5. */
export const MAX_FUNCTION_LENGTH = 16_384;
/** Maximum size of `meta`, in characters of JSON (16 KiB). Contract 1.5. */
export const MAX_META_LENGTH = 16_384;
/** Maximum length of a name or label setting, in characters: enough for any title. */
export const MAX_SETTING_TEXT_LENGTH = 2_000;
/** Maximum length of a URL setting, in characters: a data URL may contain a picture of 256 KiB (contract 3.5). */
export const MAX_ADDRESS_LENGTH = 350_000;

/** Maximum number of messages that are stored and shown after a reload (contract 5.4). */
export const HISTORY_MAX_MESSAGES = 200;
