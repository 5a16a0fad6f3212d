/** Everything up to the first letter; the group matches a letter of a right-to-left script. */
const FIRST_LETTER = /^\P{L}*(?:([\u0590-\u08ff\ufb1d-\ufefc])|\p{L})/u;

/**
 * Direction of a text by its first letter, like `dir="auto"` (UAX #9, rules P2 and P3). For rows of elements that
 * each have a direction, which `dir="auto"` on the row ignores.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  const found = FIRST_LETTER.exec(text);
  return found ? (found[1] ? 'rtl' : 'ltr') : undefined;
}

/**
 * Text that keeps its order from left to right in Arabic and Hebrew: seven or more digits in groups (a telephone number,
 * a date), a signed number, and names with symbols at an end (`/etc`, `C++`).
 *
 * Without isolation the bidirectional algorithm (UAX #9) orders groups of digits by the direction of the paragraph, and
 * moves symbols to the other end.
 */
const LEFT_TO_RIGHT =
  /(?<![\p{L}\d_.#@$~/])((?=(?:[-+. ()/]{0,2}\d){7})\+?\(?\d+(?:(?:[-. /(]|\) ?)\d+)+|[-+]\d+(?:[.,]\d+)*%?|[.#@$~/]+[a-z](?:[\w./-]*[\w/])?|[a-z]\w*[+#]+)/iu;

/** Renders right-to-left text, with such parts isolated. */
export function IsolatedText({ text }: { readonly text: string }) {
  return text.split(LEFT_TO_RIGHT).map((part, index) =>
    index % 2 ? (
      <bdi key={index} dir="ltr">
        {part}
      </bdi>
    ) : (
      part
    ),
  );
}
