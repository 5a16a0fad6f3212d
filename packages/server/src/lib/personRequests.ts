/** A language in which a visitor can ask for a person without a model, with the reply. */
interface PersonRequest {
  /** Primary subtag. */
  readonly language: string;
  /** Phrases that request a conversation with a person; mentioning a person is not enough. */
  readonly asks: RegExp;
  readonly reply: string;
}

/** Maximum length of a request in characters; longer messages are questions for the bot. */
const ASKS_MAX_LENGTH = 200;
/** Negated requests do not count. */
const DENIES = /\b(?:don[’']?t|do not|not|no need|without)\b.{0,30}\b(?:human|person|agent|someone|somebody)\b/i;

/** Combines alternatives into one case-insensitive pattern. */
const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/** By language, in matching order. */
const REQUESTS: readonly PersonRequest[] = [
  {
    language: 'en',
    asks: anyOf(
      /\b(?:speak|talk|chat|connect|transfer|put|hand)\b.{0,25}\b(?:humans?|persons?|people|someone|somebody)\b/,
      /\b(?:speak|talk|chat|connect|transfer|put|hand)\b.{0,25}\b(?:agent|representative|operator|staff|employee|support team)\b/,
      /^\W*(?:i (?:want|need)|i['’]d like|i would like|can i (?:get|have)|get me|give me)\W+(?:a |an |to speak to a )?(?:human|real|live|actual)\b/,
      /^\W*(?:a )?(?:human|real person|live agent|agent|operator|representative)(?: please)?\W*$/,
      /^\W*i (?:want|need) (?:a|an) (?:person|agent|operator|representative)(?: please)?\W*$/,
    ),
    reply: 'I have told the team. A person will answer you here as soon as possible.',
  },
  {
    language: 'es',
    asks: /(?:hablar|comunicar\w*|chatear|contactar|p[aá]same|p[aá]seme).{0,25}(?:persona|humano|humana|agente|alguien|operador|asesor)/i,
    reply: 'He avisado al equipo. Una persona te responderá aquí lo antes posible.',
  },
  {
    language: 'fr',
    asks: /(?:parler|discuter|échanger|joindre).{0,25}(?:humain|personne|conseill|agent|quelqu[’']un|opérateur)/i,
    reply: 'J’ai prévenu l’équipe. Une personne vous répondra ici dès que possible.',
  },
  {
    language: 'de',
    asks: anyOf(
      /(?:menschen?|mitarbeiter\w*|person|berater\w*|jemandem)\b.{0,20}(?:sprechen|reden|chatten|schreiben|verbinden)/,
      /verbinde\w*.{0,20}(?:mensch|mitarbeiter|berater)/,
    ),
    reply: 'Ich habe das Team informiert. Ein Mensch antwortet Ihnen hier so bald wie möglich.',
  },
  {
    language: 'pt',
    asks: /(?:falar|conversar).{0,20}(?:pessoa|humano|humana|atendente|agente|alguém|operador)/i,
    reply: 'Avisei a equipa. Uma pessoa responderá aqui assim que possível.',
  },
  {
    language: 'it',
    asks: /(?:parlare|chattare).{0,20}(?:persona|umano|umana|operatore|operatrice|agente|qualcuno)/i,
    reply: 'Ho avvisato il team. Una persona ti risponderà qui appena possibile.',
  },
  {
    language: 'nl',
    asks: anyOf(
      /(?:praten|spreken|chatten)\b.{0,10}\bmet\b.{0,20}(?:mens|persoon|medewerker|iemand)/,
      /\bmet\b.{0,20}(?:mens|persoon|medewerker|iemand)\b.{0,20}(?:praten|spreken|chatten)/,
    ),
    reply: 'Ik heb het team ingelicht. Iemand antwoordt u hier zo snel mogelijk.',
  },
  {
    language: 'pl',
    asks: /(?:rozmawiać|połącz\S*).{0,25}(?:człowiek|konsultant|osob|pracownik|kimś)/i,
    reply: 'Zespół został powiadomiony. Ktoś odpowie tutaj tak szybko, jak to możliwe.',
  },
  {
    language: 'tr',
    asks: /(?:insan|yetkili|temsilci|biri)\S*.{0,20}(?:görüş|konuş|bağla)/i,
    reply: 'Ekibe haber verdim. Bir kişi size en kısa sürede buradan yanıt verecek.',
  },
  {
    language: 'ru',
    asks: /(?:поговорить|связаться|соедините|пообщаться|переключите|позовите).{0,25}(?:человек|оператор|сотрудник|кем-то|консультант|менеджер)/i,
    reply: 'Я сообщил команде. Человек ответит вам здесь как можно скорее.',
  },
  {
    language: 'uk',
    asks: /(?:поговорити|звернутися|з[’']єднайте|поспілкуватися|покличте).{0,25}(?:людин|оператор|співробітник|кимось|консультант|менеджер)/i,
    reply: 'Я повідомив команду. Людина відповість вам тут якнайшвидше.',
  },
  {
    language: 'zh',
    asks: /(?:转|找|接|联系)\s*(?:人工|真人)|人工客服|和真人/,
    reply: '我已通知团队。会有人尽快在这里回复您。',
  },
  {
    language: 'ja',
    asks: /(?:人間|オペレーター|担当者|スタッフ|人)(?:と|に|へ).{0,8}(?:話|つな|繋|代わ|相談)/,
    reply: 'チームに知らせました。できるだけ早く担当者がここで返信します。',
  },
  {
    language: 'ko',
    asks: /(?:상담원|사람|직원|담당자).{0,6}(?:연결|통화|대화|얘기|이야기|상담)/,
    reply: '팀에 알렸습니다. 담당자가 가능한 한 빨리 여기에서 답변드리겠습니다.',
  },
  {
    language: 'hi',
    asks: /(?:इंसान|व्यक्ति|एजेंट|प्रतिनिधि|किसी).{0,20}(?:बात कर|जोड़|कनेक्ट)/,
    reply: 'मैंने टीम को बता दिया है। कोई व्यक्ति जल्द से जल्द यहीं उत्तर देगा।',
  },
  {
    language: 'id',
    asks: /(?:bicara|ngobrol|hubungkan).{0,20}(?:manusia|orang|agen|petugas|staf)\b/i,
    reply: 'Tim sudah saya beri tahu. Seseorang akan menjawab di sini secepatnya.',
  },
  {
    language: 'ar',
    asks: /(?:التحدث|أتحدث|أتكلم|اتكلم|حولني|وصلني).{0,25}(?:شخص|إنسان|موظف|ممثل|أحد)/,
    reply: 'أبلغت الفريق. سيجيبك شخص هنا في أقرب وقت ممكن.',
  },
  {
    language: 'he',
    asks: /(?:לדבר|לשוחח|תעביר|חבר אותי).{0,20}(?:אדם|נציג|מישהו)/,
    reply: 'עדכנתי את הצוות. אדם ישיב לך כאן בהקדם האפשרי.',
  },
  {
    language: 'fa',
    asks: /(?:انسان|پشتیبان|اپراتور|کارشناس|شخص|کسی).{0,20}(?:صحبت|حرف|وصل)/,
    reply: 'به تیم اطلاع دادم. یک نفر در اولین فرصت همین‌جا پاسخ می‌دهد.',
  },
  {
    language: 'ur',
    asks: /(?:انسان|نمائندے|ایجنٹ|شخص).{0,20}(?:بات کر|رابطہ|جوڑ)/,
    reply: 'میں نے ٹیم کو بتا دیا ہے۔ کوئی شخص جلد از جلد یہیں جواب دے گا۔',
  },
];

/** What a visitor reads whose conversation waits for a person. @param language - BCP 47 tag */
export function waitingForPerson(language: string): string {
  const [primary] = language.toLowerCase().split('-');
  return (REQUESTS.find((each) => each.language === primary) ?? REQUESTS[0])?.reply ?? '';
}

/**
 * The reply to a visitor who asks for a person, and the language of the request; undefined for any other message.
 *
 * Only plain requests count, in the twenty languages of the widget: longer messages are for a model, which has a
 * tool for it.
 */
export function replyToPersonRequest(text: string): Pick<PersonRequest, 'language' | 'reply'> | undefined {
  const words = text.trim();
  if (words === '' || words.length > ASKS_MAX_LENGTH || DENIES.test(words)) return undefined;
  return REQUESTS.find(({ asks }) => asks.test(words));
}
