/**
 * What is read from left to right, also in Arabic and Hebrew, and would be turned around there: seven or more digits in
 * groups (a telephone number, a date), a number with its sign, and names with marks at an end (`/etc`, `C++`).
 *
 * By the bidirectional algorithm (UAX #9) groups of digits follow the direction of their paragraph, and so do marks
 * beside a letter of the other direction.
 */
const LEFT_TO_RIGHT =
  /(?<![\p{L}\d_.#@$~/])((?=(?:[-+. ()/]{0,2}\d){7})\+?\(?\d+(?:(?:[-. /(]|\) ?)\d+)+|[-+]\d+(?:[.,]\d+)*%?|[.#@$~/]+[a-z](?:[\w./-]*[\w/])?|[a-z]\w*[+#]+)/iu;

/** A text that is written from right to left, or stands in one, with such pieces isolated. */
export function IsolatedText({ text }: { readonly text: string }) {
  return text.split(LEFT_TO_RIGHT).map((piece, index) =>
    index % 2 ? (
      <bdi key={index} dir="ltr">
        {piece}
      </bdi>
    ) : (
      piece
    ),
  );
}
