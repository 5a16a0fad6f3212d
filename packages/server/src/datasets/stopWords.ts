import { stopwords as ar } from '@orama/stopwords/arabic';
import { stopwords as da } from '@orama/stopwords/danish';
import { stopwords as nl } from '@orama/stopwords/dutch';
import { stopwords as en } from '@orama/stopwords/english';
import { stopwords as fi } from '@orama/stopwords/finnish';
import { stopwords as fr } from '@orama/stopwords/french';
import { stopwords as de } from '@orama/stopwords/german';
import { stopwords as el } from '@orama/stopwords/greek';
import { stopwords as hi } from '@orama/stopwords/indian';
import { stopwords as it } from '@orama/stopwords/italian';
import { stopwords as ja } from '@orama/stopwords/japanese';
import { stopwords as zh } from '@orama/stopwords/mandarin';
import { stopwords as no } from '@orama/stopwords/norwegian';
import { stopwords as pt } from '@orama/stopwords/portuguese';
import { stopwords as ro } from '@orama/stopwords/romanian';
import { stopwords as ru } from '@orama/stopwords/russian';
import { stopwords as es } from '@orama/stopwords/spanish';
import { stopwords as sv } from '@orama/stopwords/swedish';
import { stopwords as tr } from '@orama/stopwords/turkish';
import { stopwords as uk } from '@orama/stopwords/ukrainian';
import { GERMANIC } from './meanings/germanic';
import { ROMANCE } from './meanings/romance';
import { SLAVIC } from './meanings/slavic';
import { WORLD } from './meanings/world';

/** English stop words, which are not indexed. */
const ENGLISH: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do does for from get gets give had has ' +
    'have how i if in into is it its just let like many may me ' +
    'might much must my need of on or our out please shall should so some such tell than that the their them then there these they this those to too ' +
    'up us very want was we were what when where which who whom whose why will with would you your about am im ive id cant dont doesnt isnt whats ' +
    'hows possible explain show know also only not no yes way thing things make makes use using used one each every all mode sotto'
  ).split(' '),
);

/** Stop words for languages missing in the library, and missing question words; separated by spaces. */
const MORE: readonly (readonly [list: readonly string[], more: string])[] = [
  [
    en,
    'anything something someone anyone everything around really maybe actually currently still already again soon able would ' +
      'recommend tell let find look looking see got getting come coming comes go going goes take taking takes put keep give bring ' +
      'happen happens mean good nice great best better different certain own several little bit lot lots old kind sort u ur pls plz hi hello hey guys thanks ' +
      'now ever long often far turn talk speak somebody help work works working another until till while during since though although ' +
      'because unless whether once here wanna gonna im ive dont doesnt cant wont wheres whats hows theres youre ' +
      'whens whos thats theyre shes hes weve youve youll ya yall cos cuz gotta ' +
      'lemme gimme dunno aint wouldnt couldnt shouldnt havent hasnt didnt wasnt arent somebody everybody',
  ],
  [ar, 'كم هل متى كيف أين لماذا ماذا'],
  [da, 'hvor hvad hvornår hvordan hvorfor kan jeg lang længe får'],
  [nl, 'hoe hoeveel waar wanneer waarom welke kun kunnen jullie lang krijg'],
  [fi, 'kuinka kauan paljonko miten milloin missä mistä voiko voinko voitteko onko paljon'],
  [fr, 'comment combien quand où pourquoi quel quelle quels quelles est-ce faire peux puis peut pouvez vous temps'],
  [
    de,
    'wie was wann wo wer warum welche welcher welches gibt gibts geht kann kannst könnt könnte habt ihr euch lange viel viele man ' +
      'etwas jemand bekomme bekommen bekomm kriege kriegt möchte möchten brauche brauchen finde finden mal denn noch schon sehr gut ' +
      'beste komme kommt kommen gehen mache machen macht tun bitte danke hallo darf dürfen müssen muss möglich wird werden wurde wieviel wielange eigentlich ' +
      'erst hab brauch krieg wenns falls überhaupt irgendwie gern gerne halt eben also raus rein ' +
      'nen ne ner nem aufm ausm beim is isses nich net nix grad grade bloß halt eh ran dran drauf rauf runter rüber dabei damits wies obs dass ' +
      'ichs ihrs kanns ists hats wirds paar',
  ],
  [el, 'πόσο πόση πόσες πώς πού πότε γιατί μπορώ ποιο ποια'],
  [hi, 'कितने कितना कितनी कब कहाँ क्या कैसे क्यों लगते लगता है हैं में'],
  [it, 'quanto quanta quanti come quando dove perché quale quali posso potete fare'],
  [
    ja,
    'ですか ですが ますか ますが のですが でしょうか ください ありますか ません くらい ぐらい どのくらい いつ なぜ ほしい たい かかり',
  ],
  [
    zh,
    '嗎 呢 吧 嘛 這 這個 那個 個 們 你們 我們 他們 什麼 甚麼 怎麼 怎麼樣 怎样 為什麼 沒 沒有 有沒有 要 會 可以 能不能 對 來 從 還 還是 後 哪裡 哪种 哪種 多久 多少 几 幾 吗 请问 請問',
  ],
  [no, 'hvor hva når hvordan hvorfor kan jeg lang lenge får'],
  [pt, 'quanto quanta quantos como quando onde porque qual quais posso fazer'],
  [ro, 'cât câtă câte cum când unde de ce care pot'],
  [ru, 'сколько как когда где почему какой какая какие можно ли могу'],
  [es, 'cuánto cuánta cuántos cuanto cómo como cuándo dónde qué cuál cuáles puedo hacer quiero'],
  [sv, 'hur vad när var varför vilken kan jag lång länge får'],
  [tr, 'ne kadar nasıl ne zaman nerede neden hangi miyim mıyım mi mı mu mü'],
  [uk, 'скільки як коли де чому який яка які можна чи можу'],
  [
    [],
    '있나요 있어요 있습니까 있을까요 수 것 하나요 하는 할 하고 되나요 되면 될까요 돼요 뭐가 뭐예요 어떻게 어디 어디서 언제 얼마나 얼마 무엇 싶어요 싶은데요 주나요 주세요 좀 그 이 저',
  ],
  [
    [],
    'a aby ale bo być był była było by chcę ci co czy dla do gdzie go i ich ile ja jak jaka jaki jakie je jest jestem już kiedy kto która które który lub ' +
      'ma mam mi mnie moja moje może można mogę mój na nad nie o od on ona oraz po pod przez przy są się ta tak tam ' +
      'te tego ten to tu ty tym u w we więc z za że',
  ],
  [
    [],
    'a aby ale co do jak jaká jaké jaký je jsem jsou jste kde kdy když kolik která které který má mám mi můj moje ' +
      'mohu můžu na nebo o od po pro se s si ta tak te ten to u v ve z za že',
  ],
  [[], 'אני אתה את אתם אנחנו של על עם זה זו יש אין לא כן מה מי איך איפה מתי כמה למה האם אפשר גם או אם כי'],
  [[], 'là có và của cho các được không này đó tôi bạn thì mà ở với như nào gì khi bao nhiêu làm sao thế'],
  [
    [],
    'apa apakah yang di ke dari dan atau ini itu saya anda kami bisa bagaimana berapa kapan dimana untuk dengan ada tidak',
  ],
  [
    [],
    'ที่ เป็น ได้ ไหม มั้ย อะไร และ ของ ใน มี ให้ ไป มา จะ หรือ ว่า ก็ กี่ ถึง อย่างไร ยังไง เปล่า หรือเปล่า ' +
      'เท่าไหร่ เท่าไร ด้วย แล้ว อยาก ครับ ค่ะ คะ นี้ นั้น กับ จาก ต้อง บ้าง',
  ],
];

/** Words for what people ask for are none, though some lists have them: `empleo`. */
const MEANT: ReadonlySet<string> = new Set([GERMANIC, ROMANCE, SLAVIC, WORLD].flatMap((lines) => lines.split(/\s+/)));

/** Stop words by language. */
const LISTS: readonly ReadonlySet<string>[] = MORE.map(([list, more]) => {
  const words = list === en ? [...ENGLISH, ...en] : list.filter((word) => !MEANT.has(word));
  return new Set([...words, ...more.split(' ')].flatMap((word) => [word, withoutUmlauts(word)]));
});
const ALL: ReadonlySet<string> = new Set(LISTS.flatMap((list) => [...list]));

/** As typed on a keyboard without umlauts. */
function withoutUmlauts(word: string): string {
  return word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
}

/** Whether a word, in lower case, is a stop word of any language. */
export function isAnyStopWord(word: string): boolean {
  return ALL.has(word);
}

/** Whether an English word, in lower case, is a stop word. */
export function isStopWord(word: string): boolean {
  return ENGLISH.has(word);
}

/**
 * A question without the words that carry no meaning in its language, which is the one with most of them in the
 * question; all of them if there are no others.
 *
 * @param words - in lower case, as written
 */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const counts = LISTS.map((list) => words.filter((word) => list.has(word)).length);
  const most = Math.max(...counts);
  const lists = LISTS.filter((_, index) => counts[index] === most);
  const rest = words.filter((word) => !lists.some((list) => list.has(word)));
  return rest.length > 0 ? rest : words;
}
