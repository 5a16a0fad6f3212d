/** Named characters in common use, each after its name; the other two thousand names, 11 KB, stay as typed. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'amp& lt< gt> quot" apos\' nbsp\u00A0 copy© reg® trade™ hellip… mdash— ndash– lsquo‘ rsquo’ ldquo“ rdquo” ' +
    'laquo« raquo» bull• middot· deg° plusmn± times× divide÷ frac12½ frac14¼ frac34¾ sup2² sup3³ microµ para¶ ' +
    'sect§ euro€ pound£ yen¥ cent¢ larr← rarr→ uarr↑ darr↓ harr↔ ne≠ le≤ ge≥ asymp≈ infin∞ sum∑ minus− radic√ ' +
    'alphaα betaβ gammaγ deltaδ piπ sigmaσ omegaω lambdaλ muμ check✓ star☆ hearts♥ colon: sol/ bsol\\ Tab\t ' +
    'NewLine\n lpar( rpar) num# lowbar_ ast* grave` vert| AumlÄ OumlÖ UumlÜ aumlä oumlö uumlü szligß eacuteé ' +
    'egraveè agraveà ccedilç ntildeñ'
  )
    .split(' ')
    .map((named) => [named.slice(0, -1), named.slice(-1)]),
);

/** Decodes character references (`&amp;`, `&#39;`, `&#x1F600;`). Unknown names stay as typed. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}
