import type { Direction } from './combinations';

/** A message as a page gives it to the widget. */
export interface PageMessage {
  readonly type: 'user' | 'bot' | 'context';
  readonly text: string;
  readonly [field: string]: unknown;
}

/** What is said in the pictures: everything a message can hold, ending with a question that is being answered. */
export interface Script {
  readonly language: string;
  readonly messages: readonly PageMessage[];
  readonly question: string;
  /** How the answer begins that never ends. */
  readonly growing: string;
}

const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``;

const CODE = fence(
  'js',
  `// Water for any dose
const ratio = 16.6;
export const water = (coffee) => Math.round(coffee * ratio); // grams, a long line that has to be scrolled sideways`,
);
const DIAGRAM = fence('mermaid', 'flowchart LR\n  A[Green] --> B[Roast] --> C[Rest] --> D[Ship]');

function withPicture(picture: string): PageMessage[] {
  return [
    { type: 'user', text: 'How do I brew a pour-over at home?' },
    {
      type: 'bot',
      text: `## Pour-over, step by step

It needs little and forgives a lot. There is more in the [brewing guide](https://example.com/brewing), and \
[\`water()\`](https://example.com/api) counts for you.

1. Heat the water to **94 °C** and rinse the filter.
2. Grind 18 g, about as fine as *sea salt*.
   - coarser for a larger brew
   - finer when it tastes sour
3. Pour 60 g, wait 30 seconds, then pour the rest in circles.

> Fresh beans bloom. Old ones only get wet.

- [x] kettle
- [ ] scale

---

Too sour? Grind finer.`,
      references: [
        { source: 'guide', title: 'Brewing guide: pour-over', url: 'https://example.com/brewing' },
        {
          source: 'water',
          title: 'A rather long title about the hardness of water and what it does to a cup',
          url: 'https://water.example.org/hardness',
        },
      ],
    },
    { type: 'user', text: 'And for more cups?' },
    {
      type: 'bot',
      text: `Here is the table:

| Cups | Coffee | Water | Time | Grind |
|---|---:|---:|---:|---|
| 1 | 18 g | 300 g | 2:45 | medium |
| 2 | 32 g | 530 g | 3:30 | medium, a little coarser |
| 4 | 60 g | 1,000 g | 4:30 | coarse |

${CODE}

The yield follows $E = \\frac{m_w \\cdot c}{m_d}$, so

$$c = \\frac{E \\cdot m_d}{m_w} \\approx 1.35\\,\\%$$

${DIAGRAM}`,
    },
    { type: 'context', text: 'Looked up “house blend” in the catalogue' },
    {
      type: 'user',
      text: 'Show me a picture and what I can buy, https://example.com/shop/house-blend?utm=averylongaddresswithoutanybreak0123456789',
      micro: {
        url: 'https://example.com/shop/house-blend',
        title: 'House blend, 250 g',
        description: 'Nut, cocoa and a little orange. Roasted on Tuesdays.',
        image: picture,
        publisher: 'Example Roastery',
      },
    },
    {
      type: 'bot',
      text: `![A field in the evening](${picture})

${fence(
  'card',
  `title: House blend, 250 g\ndescription: Nut, cocoa and a little orange, **roasted on ` +
    `Tuesdays**.\nimage: ${picture}\nbuttons:\n  - caption: Buy for 10.80\n    href: ` +
    `https://example.com/shop/house-blend`,
)}

${fence(
  'carousel',
  `items:\n  - title: Sidamo\n    description: Floral, 12.40\n    image: ${picture}\n    buttons:\n    ` +
    `  - {caption: Tell me more}\n  - title: Huila, washed, from a farm with a long name\n    ` +
    `description: Caramel, 11.90\n    image: ${picture}\n    buttons:\n      - {caption: Tell me more}\n ` +
    ` - title: Antigua\n    description: Cocoa, 11.20\n    image: ${picture}\n    buttons:\n      - ` +
    `{caption: Tell me more}`,
)}`,
    },
    { type: 'user', text: 'I want to send something back.' },
    {
      type: 'bot',
      text: `Of course. Two words about it:

${fence(
  'form',
  'submit: Request the return\nfields:\n  - {name: order, label: Order number, placeholder: "A-10023", ' +
    'required: true}\n  - {name: reason, label: Reason, type: select, options: [Too sour, Too bitter, ' +
    'Damaged]}\n  - {name: size, label: Bag, type: radio, options: [250 g, 1 kg]}\n  - {name: notes, ' +
    'label: Notes, type: textarea}\n  - {name: receipt, label: I have the receipt, type: checkbox}',
)}

${fence('buttons', '- caption: Track my order\n- caption: Talk to a person\n- {caption: Help centre, href: /help}')}

![From elsewhere](https://elsewhere.example.net/picture.jpg)`,
    },
  ];
}

function withPictureInArabic(picture: string): PageMessage[] {
  return [
    { type: 'user', text: 'كيف أحضّر القهوة المقطّرة في البيت؟' },
    {
      type: 'bot',
      text: `## القهوة المقطّرة خطوة بخطوة

تحتاج إلى القليل وتسامح كثيرًا. التفاصيل في [دليل التحضير](https://example.com/brewing)، والدالة \`water()\` تحسب لك.

1. سخّن الماء إلى **94 °م** واشطف المرشّح.
2. اطحن 18 غرامًا بنعومة *ملح البحر*.
   - أخشن لكمية أكبر
   - أنعم إذا كان الطعم حامضًا
3. اسكب 60 غرامًا وانتظر 30 ثانية ثم اسكب الباقي.

> الحبوب الطازجة تنتفخ، والقديمة تبتلّ فقط.

- [x] غلاية
- [ ] ميزان

---

حامضة؟ اطحن أنعم.`,
      references: [
        { source: 'guide', title: 'دليل التحضير: القهوة المقطّرة', url: 'https://example.com/brewing' },
        {
          source: 'water',
          title: 'Water hardness and what it does to a cup of coffee',
          url: 'https://water.example.org/hardness',
        },
      ],
    },
    { type: 'user', text: 'ولعدد أكبر من الأكواب؟' },
    {
      type: 'bot',
      text: `هذا هو الجدول:

| الأكواب | القهوة | الماء | الوقت | الطحن |
|---|---:|---:|---:|---|
| 1 | 18 غ | 300 غ | 2:45 | متوسط |
| 2 | 32 غ | 530 غ | 3:30 | متوسط وأخشن قليلًا |
| 4 | 60 غ | 1,000 غ | 4:30 | خشن |

${CODE}

ويتبع الاستخلاص $E = \\frac{m_w \\cdot c}{m_d}$، إذن

$$c = \\frac{E \\cdot m_d}{m_w} \\approx 1.35\\,\\%$$

${DIAGRAM}`,
    },
    { type: 'context', text: 'بحث عن «الخلطة المنزلية» في الفهرس' },
    {
      type: 'user',
      text: 'أرني صورة وما يمكن شراؤه https://example.com/shop/house-blend',
      micro: {
        url: 'https://example.com/shop/house-blend',
        title: 'الخلطة المنزلية، 250 غ',
        description: 'مكسّرات وكاكاو وقليل من البرتقال. تُحمّص يوم الثلاثاء.',
        image: picture,
        publisher: 'Example Roastery',
      },
    },
    {
      type: 'bot',
      text: `![حقل في المساء](${picture})

${fence(
  'card',
  `title: الخلطة المنزلية، 250 غ\ndescription: مكسّرات وكاكاو وقليل من البرتقال.\nimage: ` +
    `${picture}\nbuttons:\n  - caption: اشترِ بسعر 10.80\n    href: https://example.com/shop/house-blend`,
)}

${fence(
  'carousel',
  `items:\n  - title: سيدامو\n    description: زهري، 12.40\n    image: ${picture}\n    buttons:\n      ` +
    `- {caption: المزيد}\n  - title: هويلا، مغسولة، من مزرعة ذات اسم طويل\n    description: كراميل، ` +
    `11.90\n    image: ${picture}\n    buttons:\n      - {caption: المزيد}\n  - title: أنتيغوا\n    ` +
    `description: كاكاو، 11.20\n    image: ${picture}\n    buttons:\n      - {caption: المزيد}`,
)}`,
    },
    { type: 'user', text: 'أريد إرجاع طلب.' },
    {
      type: 'bot',
      text: `بالطبع. كلمتان عنه:

${fence(
  'form',
  'submit: طلب الإرجاع\nfields:\n  - {name: order, label: رقم الطلب, placeholder: "A-10023", required: ' +
    'true}\n  - {name: reason, label: السبب, type: select, options: [حامض, مرّ, تالف]}\n  - {name: size, ' +
    'label: الكيس, type: radio, options: [250 غ, 1 كغ]}\n  - {name: notes, label: ملاحظات, type: ' +
    'textarea}\n  - {name: receipt, label: لديّ الإيصال, type: checkbox}',
)}

${fence('buttons', '- caption: تتبّع طلبي\n- caption: التحدّث إلى شخص\n- {caption: مركز المساعدة, href: /help}')}`,
    },
  ];
}

/** The conversation for a direction: English, or Arabic with what stays left-to-right in it. */
export function scriptFor(direction: Direction, picture: string): Script {
  return direction === 'ltr'
    ? {
        language: 'en',
        messages: withPicture(picture),
        question: 'Which one would you take?',
        growing: 'For a pour-over I would take the **Sidamo**: it is floral and light, and',
      }
    : {
        language: 'ar',
        messages: withPictureInArabic(picture),
        question: 'أيها تختار؟',
        growing: 'للتقطير أختار **سيدامو**: فهي زهرية وخفيفة،',
      };
}
