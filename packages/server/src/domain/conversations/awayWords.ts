import { UNNAMED_PERSON } from '@sotto/hub-api';

/** What a visitor reads of people: outside of office hours, and as the name of one who has not chosen any. */
export interface AwayWords {
  /** `{when}`: a day and a time. */
  readonly back: string;
  readonly address: string;
  /** `{email}`: the address that the visitor has left. */
  readonly thanks: string;
  readonly support: string;
}

/** The languages of the widget, by their primary subtag. `{when}` stands where no language inflects it. */
export const AWAY_WORDS: Readonly<Record<string, AwayWords>> = {
  en: {
    back: 'Nobody is here right now. The team is back: {when}.',
    address: 'To get the answer by email as well, write your email address here.',
    thanks: 'Thank you. The answer will also be sent to {email}.',
    support: UNNAMED_PERSON,
  },
  es: {
    back: 'Ahora mismo no hay nadie. El equipo vuelve: {when}.',
    address: 'Para recibir la respuesta también por correo, escribe aquí tu dirección de correo electrónico.',
    thanks: 'Gracias. La respuesta se enviará también a {email}.',
    support: 'Soporte',
  },
  fr: {
    back: 'Il n’y a personne pour le moment. L’équipe est de retour : {when}.',
    address: 'Pour recevoir aussi la réponse par e-mail, écrivez ici votre adresse e-mail.',
    thanks: 'Merci. La réponse sera aussi envoyée à {email}.',
    support: 'Assistance',
  },
  de: {
    back: 'Im Moment ist niemand da. Das Team ist wieder da: {when}.',
    address: 'Wenn Sie die Antwort auch per E-Mail erhalten möchten, schreiben Sie hier Ihre E-Mail-Adresse.',
    thanks: 'Vielen Dank. Die Antwort geht auch an {email}.',
    support: 'Support',
  },
  pt: {
    back: 'De momento não está ninguém. A equipa volta: {when}.',
    address: 'Para receber a resposta também por e-mail, escreva aqui o seu endereço de e-mail.',
    thanks: 'Obrigado. A resposta será enviada também para {email}.',
    support: 'Suporte',
  },
  it: {
    back: 'Al momento non c’è nessuno. Il team torna: {when}.',
    address: 'Per ricevere la risposta anche via e-mail, scrivi qui il tuo indirizzo e-mail.',
    thanks: 'Grazie. La risposta sarà inviata anche a {email}.',
    support: 'Assistenza',
  },
  nl: {
    back: 'Er is nu niemand. Het team is er weer: {when}.',
    address: 'Wilt u het antwoord ook per e-mail ontvangen? Schrijf dan hier uw e-mailadres.',
    thanks: 'Dank u wel. Het antwoord wordt ook naar {email} gestuurd.',
    support: 'Support',
  },
  pl: {
    back: 'Teraz nikogo nie ma. Zespół wraca: {when}.',
    address: 'Aby otrzymać odpowiedź także e-mailem, wpisz tutaj swój adres e-mail.',
    thanks: 'Dziękujemy. Odpowiedź zostanie wysłana także na adres {email}.',
    support: 'Wsparcie',
  },
  tr: {
    back: 'Şu anda kimse yok. Ekibin döneceği zaman: {when}.',
    address: 'Yanıtı e-postayla da almak için e-posta adresinizi buraya yazın.',
    thanks: 'Teşekkürler. Yanıt şu adrese de gönderilecek: {email}.',
    support: 'Destek',
  },
  ru: {
    back: 'Сейчас никого нет. Команда вернётся: {when}.',
    address: 'Чтобы получить ответ и по почте, напишите здесь свой адрес электронной почты.',
    thanks: 'Спасибо. Ответ придёт и на адрес {email}.',
    support: 'Поддержка',
  },
  uk: {
    back: 'Зараз нікого немає. Команда повернеться: {when}.',
    address: 'Щоб отримати відповідь і поштою, напишіть тут свою адресу електронної пошти.',
    thanks: 'Дякуємо. Відповідь надійде також на адресу {email}.',
    support: 'Підтримка',
  },
  zh: {
    back: '现在无人值守。团队回来的时间：{when}。',
    address: '如果也想通过电子邮件收到答复，请在这里写下您的邮箱地址。',
    thanks: '谢谢。答复也会发送到 {email}。',
    support: '客服',
  },
  ja: {
    back: 'ただいま担当者が不在です。次の受付開始：{when}。',
    address: '回答をメールでも受け取るには、ここにメールアドレスを書いてください。',
    thanks: 'ありがとうございます。回答は {email} にも送信されます。',
    support: 'サポート',
  },
  ko: {
    back: '지금은 담당자가 없습니다. 다시 응대하는 시간: {when}.',
    address: '답변을 이메일로도 받으려면 여기에 이메일 주소를 적어 주세요.',
    thanks: '감사합니다. 답변을 {email}(으)로도 보내 드립니다.',
    support: '담당자',
  },
  hi: {
    back: 'अभी कोई उपलब्ध नहीं है। टीम के लौटने का समय: {when}।',
    address: 'उत्तर ईमेल से भी पाने के लिए अपना ईमेल पता यहाँ लिखें।',
    thanks: 'धन्यवाद। उत्तर {email} पर भी भेजा जाएगा।',
    support: 'सहायता टीम',
  },
  id: {
    back: 'Saat ini tidak ada orang. Tim kembali: {when}.',
    address: 'Agar jawabannya juga dikirim lewat email, tulis alamat email Anda di sini.',
    thanks: 'Terima kasih. Jawabannya juga akan dikirim ke {email}.',
    support: 'Tim dukungan',
  },
  ar: {
    back: 'لا يوجد أحد الآن. موعد عودة الفريق: {when}.',
    address: 'لتصلك الإجابة بالبريد الإلكتروني أيضًا، اكتب عنوان بريدك هنا.',
    thanks: 'شكرًا لك. ستُرسل الإجابة أيضًا إلى {email}.',
    support: 'فريق الدعم',
  },
  he: {
    back: 'אין כאן אף אחד כרגע. הצוות חוזר: {when}.',
    address: 'כדי לקבל את התשובה גם בדוא״ל, אפשר לכתוב כאן את כתובת הדוא״ל.',
    thanks: 'תודה. התשובה תישלח גם אל {email}.',
    support: 'צוות התמיכה',
  },
  fa: {
    back: 'اکنون کسی این‌جا نیست. زمان بازگشت تیم: {when}.',
    address: 'برای دریافت پاسخ با ایمیل هم، نشانی ایمیل خود را همین‌جا بنویسید.',
    thanks: 'سپاسگزاریم. پاسخ به {email} هم فرستاده می‌شود.',
    support: 'پشتیبانی',
  },
  ur: {
    back: 'اس وقت یہاں کوئی موجود نہیں۔ ٹیم کی واپسی: {when}۔',
    address: 'جواب ای میل سے بھی پانے کے لیے اپنا ای میل پتا یہاں لکھیں۔',
    thanks: 'شکریہ۔ جواب {email} پر بھی بھیجا جائے گا۔',
    support: 'سپورٹ ٹیم',
  },
};

/** Directional isolates: a date or an address keeps its own order in a sentence of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** @param language - BCP 47 tag; an unknown language gets English */
function wordsFor(language: string): AwayWords {
  return AWAY_WORDS[language.split('-')[0] ?? ''] ?? (AWAY_WORDS['en'] as AwayWords);
}

/** The sentences that say when people are back, and how to get the answer meanwhile. */
export function sayAway(
  language: string,
  { back, zone, takesAddress }: { readonly back: number; readonly zone: Zone; readonly takesAddress: boolean },
): string {
  const words = wordsFor(language);
  const said = words.back.replace('{when}', () => isolated(sayMoment(language, back, zone)));
  return takesAddress ? `${said} ${words.address}` : said;
}

/** Confirms an address that the visitor has left. */
export function sayAddressTaken(language: string, email: string): string {
  return wordsFor(language).thanks.replace('{email}', () => isolated(email));
}

/** Name of a person who has not chosen one: nobody is shown a part of a sign-in address. */
export function supportName(language: string): string {
  return wordsFor(language).support;
}

/** The zone that times are said in: the visitor's own, or another one, which is named. */
export interface Zone {
  readonly name: string;
  readonly isOwn: boolean;
}

/** Day and time in words. */
export function sayMoment(language: string, moment: number, { name, isOwn }: Zone): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: name,
    ...(!isOwn && { timeZoneName: 'short' }),
  }).format(moment);
}
