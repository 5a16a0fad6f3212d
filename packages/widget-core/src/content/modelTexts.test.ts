import { describe, expect, it } from 'vitest';
import type { Block, Inline } from './contentBlocks';
import { parseContent } from './parseContent';
import { createStreamingContent } from './streaming/streamingContent';

/** Inlines as a tester reads them: `<strong>…</strong>`, `<code>…</code>`, `<a href>…</a>`, `<math>…</math>`. */
function written(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.text;
        case 'code':
          return `[code ${inline.text}]`;
        case 'math':
          return `[math ${inline.source}]`;
        case 'link':
          return `[link ${inline.href}|${written(inline.inlines)}]`;
        case 'break':
          return '\n';
        default:
          return 'inlines' in inline ? `[${inline.kind} ${written(inline.inlines)}]` : `[${inline.kind}]`;
      }
    })
    .join('');
}

function read(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return written(block.inlines);
    case 'list':
      return block.items.map((item) => `- ${item.blocks.map(read).join(' / ')}`).join('\n');
    case 'table':
      return [block.header, ...block.rows].map((row) => row.cells.map(written).join(' # ')).join('\n');
    case 'code':
      return `[fence ${block.language}${block.closed ? '' : ' open'}: ${block.text}]`;
    case 'skeleton':
      return `[skeleton ${block.of}]`;
    default:
      return `[${block.kind}]`;
  }
}

const whole = (text: string): string => parseContent(text).map(read).join('\n\n');

/** Every frame of a text that comes character by character. */
function frames(text: string): string[] {
  const content = createStreamingContent();
  const shown = [...text].map((character) => {
    content.append(character);
    return content.blocks.map(read).join('\n\n');
  });
  content.end();
  expect(content.blocks).toEqual(parseContent(text));
  return shown;
}

describe('VI-20 md-04 a dollar is a dollar', () => {
  it.each([
    'Copy it to $HOME/$USER on the server.',
    'Use "${first}" and "${last}" in the template, or ${first}${last}.',
    'I hold $AAPL,$MSFT and $NVDA.',
    '$/PR is down but $/session is up',
    'between $5 and 10$.',
    'Set $PATH:$HOME/bin, then $(pwd)/$(date).',
    'It was $10 or 12$, now $9/month instead of 11$/month.',
    '从$100降到80$。',
    'the variables $MY_VAR$ and $HOME$',
    '$5,$10 and $1,000-$2,000',
    '$.ajax and $.each()',
    'Then $(\'#a\').hide(); $("#b").show();',
    'Use {{ $json.name }} and {{ $node["HTTP"].json }} here.',
    'Call $user->name or $this->user.',
    '$GME to $30, $TSLA to $400 and $BTC-$USD pairs',
    '=$A$1+$B$2 and $C$3:$D$10',
    '₪50 – $20; ($5) [$6] "$7" \'$8\' $9–$10 $11/$12',
    "Türkiye'de $5'lık, 5$'dan fazla",
    'ราคา$5ถึง$10',
    'El precio es $5 (antes $10), US$20, R$ 30,00 y HK$99.',
    'echo "$1" "$2"; awk \'{print $1, $2}\'',
  ])('%j has no formula, at no moment, and is shown as it was written', (text) => {
    expect(whole(text)).toBe(text);
    expect(frames(text).filter((frame) => frame.includes('[math ') && !frame.endsWith('[math ]'))).toEqual([]);
  });

  it.each([
    ['函数$f(x)$是偶函数。', '函数[math f(x)]是偶函数。'],
    ['where $x$ and $y$ are reals', 'where [math x] and [math y] are reals'],
    ['so $a = b + c$.', 'so [math a = b + c].'],
    ['with $\\text{speed} = 5$ and $H^+$', 'with [math \\text{speed} = 5] and [math H^+]'],
    ['the angle $ABC$', 'the angle [math ABC]'],
    ['that $sin x$ is', 'that [math sin x] is'],
    ['それは$O(n)$です', 'それは[math O(n)]です'],
    ['ฟังก์ชัน$f(x)$เป็น', 'ฟังก์ชัน[math f(x)]เป็น'],
    ['따라서 $x^2$는 양수', '따라서 [math x^2]는 양수'],
    ['Since $n > 0$, it costs $5 if $n=1$.', 'Since [math n > 0], it costs $5 if [math n=1].'],
    [
      '由此得到 \\[ x = \\frac{1}{2} \\]，所以\\[E=mc^2\\]成立',
      '由此得到 [math x = \\frac{1}{2}]，所以[math E=mc^2]成立',
    ],
    ['So we have: \\[\nx = 1\n\\]', 'So we have: [math x = 1]'],
  ])('%j has one', (text, expected) => {
    expect(whole(text)).toBe(expected);
    frames(text);
  });

  it.each([
    ['He wrote \\[sic\\], \\[1\\] and \\[user\\_id\\].', 'He wrote [sic], [1] and [user_id].'],
    ['\\[a=b\\](c)', '[a=b](c)'],
    ['$5 and `a$`, $x and `$` too', '$5 and [code a$], $x and [code $] too'],
  ])('%j is brackets or code', (text, expected) => {
    expect(whole(text)).toBe(expected);
    frames(text);
  });
});

describe('VI-21 md-05 one tilde is about', () => {
  it.each([
    'Make a fix (~2000 lines) and delete the old file (~5000 lines).',
    'age(1~3), height(80~100)',
    'first thing (~$1.50) and second thing (~$10)',
    '~a~ and ~b c~',
    '3~5天，10~12个',
    '~/.bashrc and ~/bin, H~2~O',
    'Rp ~50.000, 20~30分、~5%',
    '약 3~5일, 대략 ~10개',
  ])('%j', (text) => {
    expect(whole(text)).toBe(text);
    expect(frames(text).join()).not.toContain('[strike');
  });

  it('two strike', () => {
    expect(whole('Real: ~~removed~~ text')).toBe('Real: [strike removed] text');
    expect(whole('这是~~旧的~~新的')).toBe('这是[strike 旧的]新的');
  });
});

describe('VI-22 md-06 emphasis beside scripts without spaces', () => {
  it.each([
    [
      '**注意：**正文。他说**「重要」**的事。**复现：**10 轮对话。**日本語の文章（括弧付き）。**この文が続きます。',
      '[strong 注意：]正文。他说[strong 「重要」]的事。[strong 复现：]10 轮对话。[strong 日本語の文章（括弧付き）。]この文が続きます。',
    ],
    ['這是**“重點”**喔', '這是[strong “重點”]喔'],
    [
      '한국어는**"중요"**합니다. **2024년(예정)**에 시작',
      '한국어는[strong "중요"]합니다. [strong 2024년(예정)]에 시작',
    ],
    ['これは**`code`**です', 'これは[strong [code code]]です'],
    ['请看**[文档](https://a.example)**吧', '请看[strong [link https://a.example|文档]]吧'],
    ['*斜体。*后面', '[em 斜体。]后面'],
    ['***两者：***都', '[em [strong 两者：]]都'],
    ['**价格：**$5', '[strong 价格：]$5'],
    ['**สรุป:**ข้อความ **"สำคัญ"**มาก', '[strong สรุป:]ข้อความ [strong "สำคัญ"]มาก'],
    ['**ສະຫຼຸບ:**ຂໍ້ຄວາມ', '[strong ສະຫຼຸບ:]ຂໍ້ຄວາມ'],
    ['**សង្ខេប៖**អត្ថបទ', '[strong សង្ខេប៖]អត្ថបទ'],
    ['**မှတ်ချက်။**စာ', '[strong မှတ်ချက်။]စာ'],
    [
      '**🎉恭喜！**您已完成。**¥100～¥200**的**C++**语言',
      '[strong 🎉恭喜！]您已完成。[strong ¥100～¥200]的[strong C++]语言',
    ],
    [
      '**日付：**2024年（月）**時間：**10:00〜**場所：**東京',
      '[strong 日付：]2024年（月）[strong 時間：]10:00〜[strong 場所：]東京',
    ],
    ['**Q：**你好**A：**您好', '[strong Q：]你好[strong A：]您好'],
  ])('%j', (text, expected) => {
    expect(whole(text)).toBe(expected);
    const shown = frames(text);
    expect(shown.filter((frame) => /\*/.test(frame))).toEqual([]);
  });

  it('English stays as CommonMark has it', () => {
    expect(whole('**Warning:**text stays literal.')).toBe('**Warning:**text stays literal.');
    expect(whole('a * b * c, 2*3*4 and word**(x)')).toBe('a * b * c, 2[em 3]4 and word**(x)');
    expect(frames('word**(x) and so on').filter((frame) => frame.endsWith('**'))).toEqual([]);
  });
});

describe('VI-23 md-07 a bare address ends where people end it', () => {
  it.each([
    ['访问 https://example.com/docs（中文说明）了解更多', '访问 [https://example.com/docs]（中文说明）了解更多'],
    ['详见 https://example.com/guide，然后继续。', '详见 [https://example.com/guide]，然后继续。'],
    ['https://example.com。', '[https://example.com]。'],
    ['**https://example.com/pull/1**。做下一步', '[strong [https://example.com/pull/1]]。做下一步'],
    ['See https://en.wikipedia.org/wiki/Foo_(bar).', 'See [https://en.wikipedia.org/wiki/Foo_(bar)].'],
    ['请打开https://example.com/docs登录', '请打开[https://example.com/docs]登录'],
    ['https://example.com/docs를 보세요', '[https://example.com/docs]를 보세요'],
    ['「https://example.com/a?b=c&d=1#e」です', '「[https://example.com/a?b=c&d=1#e]」です'],
    ['see https://example.com—the best', 'see [https://example.com]—the best'],
    ['“https://example.com/a”', '“[https://example.com/a]”'],
    ['"https://example.com/a"', '"[https://example.com/a]"'],
    ['https://de.example/wiki/Straße, so', '[https://de.example/wiki/Straße], so'],
    ['انظر https://example.com/docs، ثم', 'انظر [https://example.com/docs]، ثم'],
    ['访问www.example.com，谢谢', '访问[http://www.example.com|www.example.com]，谢谢'],
    ['[https://example.com/y], {https://example.com/z}', '[[https://example.com/y]], {[https://example.com/z]}'],
    ['https://example.com/a?b[0]=1&c={d}.', '[https://example.com/a?b[0]=1&c={d}].'],
    ['ดูที่https://example.com/docsครับ', 'ดูที่[https://example.com/docs]ครับ'],
    ['देखें https://example.com/docs। और', 'देखें [https://example.com/docs]। और'],
    ['زوروا https://example.com/path؟ نعم', 'زوروا [https://example.com/path]؟ نعم'],
    ['«https://example.com/z» https://example.com/x…', '«[https://example.com/z]» [https://example.com/x]…'],
    [
      '打开 https://a.example/x→点击→https://a.example/y・完成',
      '打开 [https://a.example/x]→点击→[https://a.example/y]・完成',
    ],
    ['[https://a.example/d](https://a.example/d)', '[https://a.example/d]'],
    ['[见 www.a.example](https://a.example/d)', '[https://a.example/d|见 www.a.example]'],
    ['写信给info@example.com。', '写信给[mailto:info@example.com|info@example.com]。'],
  ])('%j', (text, expected) => {
    const short = (all: string): string => all.replaceAll(/\[link (\S+?)\|\1\]/g, '[$1]').replaceAll('[link ', '[');
    expect(short(whole(text))).toBe(expected);
    frames(text);
  });

  it('md-08 and nothing behind it waits for a space', () => {
    const content = createStreamingContent();
    content.append('请打开https://example.com/docs');
    let text = '';
    for (const piece of [
      '，',
      '登录之后点击设置',
      '，再选择语言',
      '，最后保存并重新载入页面',
      '，这样就可以了',
      '。\n',
    ]) {
      content.append(piece);
      text += piece;
      expect(content.blocks.map(read).join('')).toContain(text.trim());
    }
  });
});

describe('VI-24 md-13 a bar inside a formula or code of a cell', () => {
  it('begins no cell', () => {
    const rows = ['| Name | Formula |', '|---|---|', '| conditional | $P(A|B)$ |', '| absolute | $|x|$ |'];
    rows.push(
      '| escaped | $P(A\\|B)$ |',
      '| price | $5 |',
      '| code | `a | b` |',
      '| or | `a || b` and c |',
      '| $1 | $2 |',
    );
    expect(whole(rows.join('\n'))).toBe(
      [
        'Name # Formula',
        'conditional # [math P(A|B)]',
        'absolute # [math |x|]',
        'escaped # [math P(A|B)]',
        'price # $5',
        'code # [code a | b]',
        'or # [code a || b] and c',
        '$1 # $2',
      ].join('\n'),
    );
    frames(rows.join('\n'));
  });

  it('nor does one behind the last column: nothing of a row is lost', () => {
    const rows = ['| a | b |', '|---|---|', '| 1 | 2 | 3 |', '| $5 | $6 | $7', '| `x` | <code>y|z</code> |', '| 1 |'];
    expect(whole(rows.join('\n'))).toBe('a # b\n1 # 2 | 3\n$5 # $6 | $7\n[code x] # <code>y|z</code>\n1 # ');
    frames(rows.join('\n'));
  });

  it('in the header, too', () => {
    expect(whole('| `a|b` | c |\n|---|---|\n| 1 | 2 |\n\nEnd.')).toBe('[code a|b] # c\n1 # 2\n\nEnd.');
  });
});

describe('VI-25 md-15 what stands in angle brackets', () => {
  it.each([
    'Put it in areas/<meta-name>/<name>. OK?',
    '/approve <id>',
    'Return a List<String> or Map<String, Integer>.',
    'Keep <exact lines> visible.',
    '<div class="example">Keep this text</div>',
    'Put a <script> tag in the <head>',
    'if a <b and c> d, or x<y',
    'vector<int> v; std::map<K, V>',
    'List<U>, Set<S>, Box<I> and Either<A, B>',
    'Set <your-api-key> in <YOUR_TOKEN>, then <user@host> and <C-x>',
    'if (a < b && c > d) or 3 <4> 5, a<-b, a<=b, <3 you, <<EOF',
    '<ul>\n<li>One</li>\n</ul>',
    '<tool_call>{"name": "x"}</tool_call>',
  ])('%j is text', (text) => {
    expect(whole(text)).toBe(text);
    frames(text);
  });

  it('leaves what follows as it is', () => {
    expect(whole('A <script> tag, **bold** and `code`')).toBe('A <script> tag, [strong bold] and [code code]');
    expect(whole('A <a href="https://a.example">b</a> and <b>c</b>')).toBe(
      'A <a href="[link https://a.example|https://a.example]">b</a> and [strong c]',
    );
  });

  it('waits for no closing bracket when it can be no tag', () => {
    expect(frames('x <y and more').at(-1)).toBe('x <y and more');
    expect(frames('x <y ').at(-1)).toBe('x <y ');
    expect(frames('List<y').at(-1)).toBe('List<y');
    // It may be an e-mail address.
    expect(frames('to <me').at(-1)?.trim()).toBe('to');
    expect(frames('x <kb').at(-1)?.trim()).toBe('x');
  });
});

describe('VI-26 md-17 a fence in a fence', () => {
  const INNER = '## Identity\nExample:\n```\nPIR Corporate\n```\n## Output\n```json\n{ "type": "bundle" }\n```';

  it('of a markdown file ends with the last that can end it', () => {
    const text = `Here is the file:\n\n\`\`\`markdown\n${INNER}\n\`\`\`\n\nTell me if it fits.`;
    expect(whole(text)).toBe(`Here is the file:\n\n[fence markdown: ${INNER}]\n\nTell me if it fits.`);
    frames(text);
  });

  it.each([
    ['```md\n# A\n```\n\nText\n\n```js\nx\n```\n\nEnd', '[fence md: # A]\n\nText\n\n[fence js: x]\n\nEnd'],
    ['```md\n# A\n```\nText\n\nEnd', '[fence md: # A]\n\nText\n\nEnd'],
    ['```md\n# A\n```\nText\n```js\nx\n```\nEnd', '[fence md: # A]\n\nText\n\n[fence js: x]\n\nEnd'],
    ['```md\n```js\nx\n```\n```\nEnd', '[fence md: ```js\nx\n```]\n\nEnd'],
    ['```md\n# A\n```js\nx\n```\n\nmore\n```\n\nEnd', '[fence md: # A\n```js\nx\n```\n\nmore]\n\nEnd'],
    ['```md\n# A\n', '[fence md open: # A]'],
    ['```js\nconst a = `\n```\n\nEnd', '[fence js: const a = `]\n\nEnd'],
    ['```md\nUse:\n```\nnpm i\n```\n```\nEnd', '[fence md: Use:\n```\nnpm i\n```]\n\nEnd'],
    ['```md\n1. Step\n   ```sh\n   ls\n   ```\n```\nEnd', '[fence md: 1. Step\n   ```sh\n   ls\n   ```]\n\nEnd'],
    ['~~~markdown\n```js\nx\n```\n~~~\nEnd', '[fence markdown: ```js\nx\n```]\n\nEnd'],
    ['````md\n```\nx\n```\n````\nEnd', '[fence md: ```\nx\n```]\n\nEnd'],
  ])('%j', (text, expected) => {
    expect(whole(text)).toBe(expected);
    frames(text);
  });
});

describe('VI-27 md-24 a long word', () => {
  it('leaves the rest of its paragraph as it is', () => {
    const text = `**Key:** ${'A'.repeat(1_600)} and \`code\` and a [link](https://example.com/?${'q=1&'.repeat(200)}end).`;
    expect(whole(text)).toContain('[strong Key:]');
    expect(whole(text)).toContain('[code code]');
    expect(whole(text)).toContain('|link]');
  });
});

describe('VI-28 nothing that was shown vanishes', () => {
  it('md-02 a sentence in bold that begins with an amount', () => {
    const text = '**$750 is a lot of money** and **$5** plus **$10** is $15.';
    expect(whole(text)).toBe('[strong $750 is a lot of money] and [strong $5] plus [strong $10] is $15.');
    const shown = frames(text);
    expect(shown.filter((frame) => /\*|\[math/.test(frame))).toEqual([]);
    shown.forEach((frame, index) => expect(frame.length).toBeGreaterThanOrEqual((shown[index - 1] ?? '').length - 1));
  });

  it.each([
    [
      '- **$1,299.00** (was ~~$1,499~~)\n- **$20/month** or **$200/year**',
      '- [strong $1,299.00] (was [strike $1,499])\n- [strong $20/month] or [strong $200/year]',
    ],
    ['**$20/month** or **$** alone', '[strong $20/month] or [strong $] alone'],
    ['**Total: $5 – $10**, *$3* and **US$20**', '[strong Total: $5 – $10], [em $3] and [strong US$20]'],
    ['费用为**$100**（约**¥720**），折扣后$80。', '费用为[strong $100]（约[strong ¥720]），折扣后$80。'],
  ])('md-02 %j', (text, expected) => {
    expect(whole(text)).toBe(expected);
    expect(frames(text).filter((frame) => /\*|\[math/.test(frame))).toEqual([]);
  });

  it.each([
    ['* `a``b` c\n* ``x`y`` z\n* `open\n* `ok`', '- [code a``b] c\n- [code x`y] z\n- `open\n- [code ok]'],
    ['1. `${a}` and `\\`\n2. **`b`**：`c`', '- [code ${a}] and [code \\]\n- [strong [code b]]：[code c]'],
    ['- `a`：**b**\n  - `c`（`d`）', '- [code a]：[strong b] / - [code c]（[code d]）'],
  ])('md-19 %j', (text, expected) => {
    expect(whole(text)).toBe(expected);
    frames(text);
  });

  it('md-19 code of one item leaves the next alone', () => {
    const text = '* `\\`Heading_${level}\\``: name of the test\n* `type`: the token\n* plain `x` end';
    expect(whole(text)).toMatch(/\n- \[code type\]: the token\n- plain \[code x\] end$/);
    expect(frames(text).filter((frame) => /_\w*_|\[em|\[math/.test(frame))).toEqual([]);
  });
});

describe('VI-29 md-11 a table that is being written', () => {
  it.each([
    [
      'with outer bars',
      '| Plan | Price |\n|:-:|--:|\n| Basic | $5 |\n| Pro | $10 |\n',
      'Plan # Price\nBasic # $5\nPro # $10',
    ],
    ['without', '1 | 2\n---|---\n3 | 4\n', '1 # 2\n3 # 4'],
    ['right after a list', '- a\n- b\n| x | y |\n|---|---|\n| 1 | 2 |\n', '- a\n- b\n\nx # y\n1 # 2'],
    ['with a header in Hebrew', '| שם | Value |\n|---|---|\n| גרסה | 1.2.3 |\n', 'שם # Value\nגרסה # 1.2.3'],
    ['right after a paragraph', 'Look:\na | b\n-|-\n1 | 2\n', 'Look:\n\na # b\n1 # 2'],
  ])('%s shows no bar', (_name, text, expected) => {
    expect(whole(text)).toBe(expected);
    expect(frames(text).filter((frame) => frame.includes('|'))).toEqual([]);
  });

  it.each(['- a\n- b\n| x', '- a\n- b\n| x | y |\n|--'])('%j has a place for it under the list', (text) => {
    const content = createStreamingContent();
    content.append(text);
    expect(content.blocks.map(({ kind }) => kind)).toEqual(['list', 'skeleton']);
  });

  it('a bar in a sentence is a bar', () => {
    expect(whole('Use a | b in a shell.\nThen go on.')).toBe('Use a | b in a shell.\nThen go on.');
    expect(frames('Use a | b in a shell.\nThen go').at(-1)).toBe('Use a | b in a shell.\nThen go');
  });
});
