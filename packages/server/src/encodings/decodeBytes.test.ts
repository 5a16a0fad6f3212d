import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decodeBytes';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** What it is, its encoding, its bytes, its text. */
const UNNAMED: readonly (readonly [string, string, string, string])[] = [
  [
    'ing-01: Japanese, two bytes each without a mark',
    'utf-16le',
    'b6556d69426693956f305d4e42664b308930944e42667e30673067305930023054306567975e92304a30855f6130573066304a308a307e3059300230',
    '営業時間は九時から五時までです。ご来店をお待ちしております。',
  ],
  [
    'ing-01: the same the other way round',
    'utf-16be',
    '55b6696d66429593306f4e5d6642304b30894e946642307e3067306730593002305467655e973092304a5f85306130573066304a308a307e30593002',
    '営業時間は九時から五時までです。ご来店をお待ちしております。',
  ],
  [
    'ing-01: Korean, two bytes each without a mark',
    'utf-16le',
    '01c6c5c5dcc204ac40c7200044c549d6dcc280bd30d185c7c8b2e4b22e00200018bc88d440c72000330030007cc7',
    '영업시간은 아홉시부터입니다. 반품은 30일',
  ],
  [
    'ing-02: Chinese, two bytes each without a mark',
    'utf-16be',
    '84254e1a65f695f44e3a4e0a53484e5d70b981f34e0b53484e9470b930024e035929518553ef4ee590008d273002',
    '营业时间为上午九点至下午五点。七天内可以退货。',
  ],
  [
    'ing-02: traditional Chinese, two bytes each without a mark',
    'utf-16le',
    'df716d6942669395ba700a4e48535d4e4266f3810b4e4853944e426602300090a88c0898bc65094e415329596751a68f06740230',
    '營業時間為上午九時至下午五時。退貨須於三十天內辦理。',
  ],
  [
    'ing-01: characters that end in a byte of 0',
    'utf-16le',
    '004e01308c4e2000000100306f00700065006e002000660072006f006d0020006e0069006e006500',
    '一、二 Ā\u3000open from nine',
  ],
  [
    'ing-04: Russian of ISO',
    'iso-8859-5',
    'bceb20d4dee1e2d0d2dbefd5dc20dfde20d2e1d5d920e1e2e0d0ddd520d7d020e2e0d820d4ddef2e',
    'Мы доставляем по всей стране за три дня.',
  ],
  [
    'ing-04: Russian of a Macintosh',
    'x-mac-cyrillic',
    '8cfb20e4eef1f2e0e2ebdfe5ec20efee20e2f1e5e920f1f2f0e0ede520e7e020f2f0e820e4eddf2e',
    'Мы доставляем по всей стране за три дня.',
  ],
  [
    'ing-03: Polish of ISO',
    'iso-8859-2',
    '5a61bff3b3e62067eab66cb1206a61bcf12e20a66c69776b692c20bf7572656b2e',
    'Zażółć gęślą jaźń. Śliwki, żurek.',
  ],
  [
    'ing-03: Czech of ISO',
    'iso-8859-2',
    '50f8ed6c69b920be6c75bb6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f364792e',
    'Příliš žluťoučký kůň úpěl ďábelské ódy.',
  ],
  [
    'ing-04: Arabic of ISO',
    'iso-8859-6',
    'e6cde620e5e1cae8cde8e620e5e620c7e4cac7d3d9c920cdcae920c7e4cec7e5d3c92e',
    'نحن مفتوحون من التاسعة حتى الخامسة.',
  ],
  [
    'ing-03: German of DOS',
    'ibm850',
    '477294e165204d61e120736368946e207484676c6963682066817220996c',
    'Größe Maß schön täglich für Öl',
  ],
  [
    'ing-03: a text of Windows with the mark of its end',
    'windows-1252',
    '4772f6df652074e4676c69636820736368f66e2066fc7220616c6c651a',
    'Größe täglich schön für alle\u001a',
  ],
  [
    'Japanese',
    'shift_jis',
    '70726f647563742c70726963652c6e6f74650a6d75672c313230302c93fa967b90bb82cc949282a2837d834f834a8362837682c582b70a',
    'product,price,note\nmug,1200,日本製の白いマグカップです\n',
  ],
  ['one short word', 'shift_jis', '8ddd8cc982a082e8', '在庫あり'],
  ['signs of Windows', 'shift_jis', '89bf8a6981468740818f312c3230308160878a82bb82e7', '価格：①￥1,200～㈱そら'],
  ['Japanese, Unix', 'euc-jp', 'b1c4b6c8bbfeb4d6a4cfb6e5bbfea4aba4e9a4c7a4b9', '営業時間は九時からです'],
  ['simplified Chinese', 'gb18030', 'bcdbb8f12ccafdc1bf0ac6bbb9fb2c3132', '价格,数量\n苹果,12'],
  [
    'rare characters',
    'gb18030',
    '2320cdcbbbf5d5feb2df0a0ac6dfccecc4dabfc9d2d4cdcbbbf5a1a386b4e9469534b2350a',
    '# 退货政策\n\n七天内可以退货。喆镕𠮷\n',
  ],
  [
    'traditional Chinese',
    'big5',
    'b068b366ac46b5a6a147a443a4d1a4baa569a548b068b366a141b942b64fa5d1b652ae61a9d3bee1',
    '退貨政策：七天內可以退貨，運費由買家承擔',
  ],
  [
    'Korean',
    'euc-kr',
    'b9e8bcdbc0ba20bbe7c8ea20b0c9b8b3b4cfb4d92e20bfb5bef7bdc3b0a3',
    '배송은 사흘 걸립니다. 영업시간',
  ],
  ['syllables of Windows alone', 'euc-kr', '8c63b9e6b0a2c7cf20bc84bdc3c4ddb6f3', '똠방각하 펲시콜라'],
  ['Russian', 'windows-1251', 'c4eef1f2e0e2eae0', 'Доставка'],
  ['Ukrainian', 'windows-1251', 'c4eef1f2e0e2eae020bfe6b320f9eee4edff', 'Доставка їжі щодня'],
  [
    'Russian, Unix',
    'koi8-u',
    'f2c5d6c9cd20d2c1c2cfd4d93a20d320c4c5d7d1d4c920c4cf20dbc5d3d4c9',
    'Режим работы: с девяти до шести',
  ],
  ['Greek', 'windows-1253', 'c1edefe9f7f4dc20eae1e8e7ece5f1e9edddf2', 'Ανοιχτά καθημερινές'],
  ['Hebrew', 'windows-1255', 'f9f2e5fa20f4fae9e7e4', 'שעות פתיחה'],
  ['Arabic', 'windows-1256', 'd3c7dac7ca20c7e1dae3e120e3e420c7e1cac7d3dac9', 'ساعات العمل من التاسعة'],
  ['Thai', 'windows-874', 'e0bbd4b4b7d8a1c7d1b9e0a1e9d2e2c1a7', 'เปิดทุกวันเก้าโมง'],
  [
    'German',
    'windows-1252',
    '4772f6df653b50726569733b4e6f74697a0a4dfc6c6c657220262053f6686e653b31322c353020803b84677574930a',
    'Größe;Preis;Notiz\nMüller & Söhne;12,50 €;„gut“\n',
  ],
  ['English', 'windows-1252', '49749273209366696e6594209620352080', 'It’s “fine” – 5 €'],
  [
    'Spanish names',
    'windows-1252',
    '6e616d652c636974790a4a6f73e92c4de16c6167610ad1616e64fa2c4c65f36e',
    'name,city\nJosé,Málaga\nÑandú,León',
  ],
  ['one letter', 'windows-1252', '6772fc6e', 'grün'],
  ['a last letter', 'windows-1252', '636166e9', 'café'],
  [
    'Polish',
    'windows-1250',
    '5a61bff3b3e62067ea9c6cb9206a619ff12c20646f737461776120772074727a7920646e69',
    'Zażółć gęślą jaźń, dostawa w trzy dni',
  ],
  ['Czech', 'windows-1250', '50f8ed6c699a209e6c759d6f75e86bfd206bf9f2', 'Příliš žluťoučký kůň'],
  [
    'Turkish',
    'windows-1254',
    'c7616cfdfe6d6120736161746c6572693a20646f6b757a64616e206265fe65206b616461722061e7fdf0fd7a',
    'Çalışma saatleri: dokuzdan beşe kadar açığız',
  ],
  [
    'a Mac',
    'macintosh',
    '47729aa7653b50726569730a4d9f6c6c6572202620539a686e653b9f62657220313220db',
    'Größe;Preis\nMüller & Söhne;über 12 €',
  ],
  ['mail of Japan', 'iso-2022-jp', '1b2442242a3559245f244f376e4d4b467c244724391b2842', 'お休みは月曜日です'],
  [
    'UTF-16 without a mark',
    'utf-16le',
    '6e0061006d0065003b0047007200f600df0065000a004d00fc006c006c00650072003b0031003200',
    'name;Größe\nMüller;12',
  ],
];

describe('KN-1 bytes that name no encoding', () => {
  it.each(UNNAMED)('%s is read as %s', (_name, encoding, hex, text) => {
    expect(decodeBytes(bytes(hex))).toMatchObject({ text, encoding });
  });

  it('are certain when no other text is about as likely', () => {
    const certain = UNNAMED.filter(([, , hex]) => decodeBytes(bytes(hex)).isCertain);
    expect(certain.length).toBeGreaterThan(UNNAMED.length * 0.8);
  });

  it.each([
    ['letters of a table in half-width katakana', 'b6c0b6c520cadd'],
    ['what is no text', '89504ea1b2c3d4e5f60102039f8e7d6c5b'],
    ['two capitals', 'c4e0'],
  ])('are not certain: %s', (_name, hex) => {
    expect(decodeBytes(bytes(hex)).isCertain).toBe(false);
  });
});

describe('KN-1 the order of what names an encoding', () => {
  const sjis = '93fa967b';
  it('a mark comes before all', () => {
    expect(decodeBytes(bytes(`efbbbf${'c3a9'}`), { contentType: 'text/html; charset=shift_jis' }).text).toBe('é');
    expect(decodeBytes(bytes('fffe6100e900')).text).toBe('aé');
    expect(decodeBytes(bytes('feff006100e9')).text).toBe('aé');
  });

  it('valid UTF-8 is UTF-8, also where a server names Latin 1', () => {
    expect(decodeBytes(new TextEncoder().encode('grün'), { contentType: 'text/html; charset=iso-8859-1' }).text).toBe(
      'grün',
    );
  });

  it('a few bytes that are UTF-8 by chance are what is declared', () => {
    // The first is 掳 in GBK and ° in UTF-8.
    expect(decodeBytes(bytes('c2b0'), { contentType: 'text/plain; charset=gbk' }).text).toBe('掳');
  });

  it('the header comes before the document, and one that does not fit is passed over', () => {
    const page = Uint8Array.from([...ascii('<meta charset="windows-1251">'), ...bytes(sjis)]);
    expect(decodeBytes(page, { contentType: 'text/html; charset=shift_jis', isMarkup: true }).text).toContain('日本');
    expect(decodeBytes(bytes('c4eef1f2e0e2eae0ff20'), { contentType: 'text/html; charset=utf-8' }).text).toBe(
      'Доставкая ',
    );
  });

  it('a document names its encoding in any spelling, outside of comments', () => {
    for (const head of [
      '<META CHARSET=shift_jis>',
      "<meta http-equiv=content-type content='text/html;charset=x-sjis'>",
      '<!-- <meta charset="windows-1251"> --><meta charset=" Shift_JIS ">',
      `<?xml version='1.0' encoding='shift_jis'?>`,
      `${' '.repeat(3_000)}<meta name="a" content="b"><meta charset="sjis">`,
    ])
      expect(decodeBytes(Uint8Array.from([...ascii(head), ...bytes(sjis)]), { isMarkup: true }).text).toBe(
        `${head}日本`,
      );
  });

  it('UTF-16 cannot be declared in what is read as ASCII, and UTF-7 is never read', () => {
    expect(
      decodeBytes(Uint8Array.from([...ascii('<meta charset="utf-16">'), 0xc3, 0xa9]), { isMarkup: true }).text,
    ).toBe('<meta charset="utf-16">é');
    expect(decodeBytes(ascii('+ADw-script+AD4-'), { contentType: 'text/html; charset=utf-7' }).text).toBe(
      '+ADw-script+AD4-',
    );
  });

  it('UTF-8 that was cut, or that has a broken byte, is UTF-8', () => {
    expect(decodeBytes(bytes('c3a9c3')).text).toBe('é\ufffd');
    const broken = Uint8Array.from([...new TextEncoder().encode('Zażółć gęślą jaźń, żółw'), 0xff]);
    expect(decodeBytes(broken)).toMatchObject({ encoding: 'utf-8', isCertain: false });
  });
});
