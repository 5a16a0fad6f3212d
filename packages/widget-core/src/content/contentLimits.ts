/** Containers inside containers: lines nested deeper are literal text. Contract 3.1. */
export const MAX_NESTING = 32;

/**
 * The longest stretch of text the lexer is given at once, in characters. Some of its rules are
 * quadratic, so this bounds the worst case; a longer paragraph goes on in a second one.
 */
export const MAX_SEGMENT_LENGTH = 8_000;

/**
 * Emphasis marks, brackets or angle brackets that cannot be matched up, per segment, before it counts as noise and is
 * shown as typed.
 */
export const MAX_DELIMITER_RUNS = 400;

/** As much of a label waits for its `]`, in characters: brackets around whole sentences are no link. */
export const MAX_HELD_LABEL = 160;

/** How much of a long paragraph is read before it may be settled for good, in characters. */
export const PARAGRAPH_SETTLE_LENGTH = 1_000;
/** How much more is read before it is asked again, in characters. */
export const PARAGRAPH_SETTLE_STEP = 250;

/** The longest row of one mark, such as `*****`. */
export const MAX_MARK_RUN = 256;

/** The longest definition of a link, in characters, that ends at its last line although no blank one follows. */
export const MAX_DEFINITION_LENGTH = 1_000;

/** Link definitions (`[name]: address`) a message may have; more are ignored. */
export const MAX_DEFINITIONS = 256;

/** The longest formula that is drawn, in characters. Contract 3.2. */
export const MAX_FORMULA_LENGTH = 2_000;

/** The largest picture that may sit inside an address, in bytes (256 KiB). Contract 3.5. */
export const MAX_DATA_IMAGE_BYTES = 262_144;

/** The longest body of a card, carousel, button group or form, in characters (16 KiB). Contract 3.4. */
export const MAX_RICH_SOURCE_LENGTH = 16_384;

/** Items of a carousel. Contract 3.4. */
export const MAX_CAROUSEL_ITEMS = 20;
/** Buttons under one card or carousel item. Contract 3.4. */
export const MAX_ITEM_BUTTONS = 4;
/** Buttons of a button group. Contract 3.4. */
export const MAX_GROUP_BUTTONS = 12;
/** Fields of a form. Contract 3.4. */
export const MAX_FORM_FIELDS = 40;
/** Options of a `select` or `radio` field. Contract 3.4. */
export const MAX_FIELD_OPTIONS = 200;
/** How deep a YAML or JSON value may nest before it is refused. */
export const MAX_VALUE_DEPTH = 32;
