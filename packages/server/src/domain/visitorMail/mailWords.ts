import { cutText } from '@sotto/widget-core/internal/server';

/** The texts of a mail with answers, and of the pages behind its links. */
export interface MailWords {
  /** `{name}`: who has answered. */
  readonly subject: string;
  readonly asked: string;
  readonly open: string;
  readonly link: string;
  readonly reply: string;
  /** Instead of `reply`, where answers to the mail arrive. */
  readonly answer: string;
  /** Instead of the link, for verified visitors. */
  readonly signIn: string;
  /** `{chat}`: title of the chat. */
  readonly why: string;
  readonly stop: string;
  readonly expired: string;
  readonly expiredWhy: string;
  readonly begin: string;
  readonly retry: string;
  readonly stopAsk: string;
  readonly stopped: string;
}

/** The languages of the widget, by their primary subtag. */
export const MAIL_WORDS: Readonly<Record<string, MailWords>> = {
  en: {
    subject: '{name} has answered you',
    asked: 'You asked:',
    open: 'Open the conversation',
    link: 'The link works for 7 days, on one device at a time.',
    reply: 'Please reply in the chat: answers to this mail are not read.',
    answer: 'You can reply in the chat, or answer this mail.',
    signIn: 'To reply, sign in again where you used the chat: answers to this mail are not read.',
    why: 'You get this mail because you left your address in the chat “{chat}”.',
    stop: 'Stop these mails',
    expired: 'This link has expired',
    expiredWhy: 'Links work for 7 days, and until the conversation is deleted.',
    begin: 'Start a new conversation',
    retry: 'Try again',
    stopAsk: 'Stop getting answers from this chat by mail?',
    stopped: 'You will get no more of these mails.',
  },
  de: {
    subject: '{name} hat Ihnen geantwortet',
    asked: 'Ihre Frage:',
    open: 'Unterhaltung öffnen',
    link: 'Der Link gilt 7 Tage, jeweils auf einem Gerät.',
    reply: 'Bitte antworten Sie im Chat: Antworten auf diese E-Mail werden nicht gelesen.',
    answer: 'Sie können im Chat antworten oder direkt auf diese E-Mail.',
    signIn:
      'Um zu antworten, melden Sie sich dort an, wo Sie den Chat genutzt haben. Antworten auf diese E-Mail werden nicht gelesen.',
    why: 'Sie erhalten diese E-Mail, weil Sie im Chat „{chat}“ Ihre Adresse hinterlassen haben.',
    stop: 'Keine weiteren E-Mails',
    expired: 'Dieser Link ist abgelaufen',
    expiredWhy: 'Links gelten 7 Tage und nur, solange die Unterhaltung nicht gelöscht ist.',
    begin: 'Neue Unterhaltung beginnen',
    retry: 'Erneut versuchen',
    stopAsk: 'Keine Antworten aus diesem Chat mehr per E-Mail erhalten?',
    stopped: 'Sie erhalten keine weiteren dieser E-Mails.',
  },
  es: {
    subject: '{name} le ha respondido',
    asked: 'Su pregunta:',
    open: 'Abrir la conversación',
    link: 'El enlace funciona durante 7 días, en un solo dispositivo a la vez.',
    reply: 'Responda en el chat: las respuestas a este correo no se leen.',
    answer: 'Puede responder en el chat o contestar a este correo.',
    signIn: 'Para responder, vuelva a iniciar sesión donde usó el chat: las respuestas a este correo no se leen.',
    why: 'Recibe este correo porque dejó su dirección en el chat «{chat}».',
    stop: 'No recibir más correos',
    expired: 'Este enlace ha caducado',
    expiredWhy: 'Los enlaces funcionan durante 7 días y mientras no se elimine la conversación.',
    begin: 'Empezar una conversación nueva',
    retry: 'Reintentar',
    stopAsk: '¿Dejar de recibir por correo las respuestas de este chat?',
    stopped: 'No recibirá más correos de este tipo.',
  },
  fr: {
    subject: '{name} vous a répondu',
    asked: 'Votre question :',
    open: 'Ouvrir la conversation',
    link: 'Le lien est valable 7 jours, sur un seul appareil à la fois.',
    reply: 'Répondez dans le chat : les réponses à cet e-mail ne sont pas lues.',
    answer: 'Vous pouvez répondre dans le chat ou à cet e-mail.',
    signIn:
      'Pour répondre, reconnectez-vous là où vous avez utilisé le chat : les réponses à cet e-mail ne sont pas lues.',
    why: 'Vous recevez cet e-mail parce que vous avez laissé votre adresse dans le chat « {chat} ».',
    stop: 'Ne plus recevoir ces e-mails',
    expired: 'Ce lien a expiré',
    expiredWhy: 'Les liens sont valables 7 jours, tant que la conversation n’est pas supprimée.',
    begin: 'Commencer une nouvelle conversation',
    retry: 'Réessayer',
    stopAsk: 'Ne plus recevoir les réponses de ce chat par e-mail ?',
    stopped: 'Vous ne recevrez plus ces e-mails.',
  },
  it: {
    subject: '{name} le ha risposto',
    asked: 'La sua domanda:',
    open: 'Apri la conversazione',
    link: 'Il link vale 7 giorni, su un dispositivo alla volta.',
    reply: 'Risponda nella chat: le risposte a questa e-mail non vengono lette.',
    answer: 'Può rispondere nella chat o a questa e-mail.',
    signIn: 'Per rispondere, acceda di nuovo dove ha usato la chat: le risposte a questa e-mail non vengono lette.',
    why: 'Riceve questa e-mail perché ha lasciato il suo indirizzo nella chat “{chat}”.',
    stop: 'Non ricevere più queste e-mail',
    expired: 'Questo link è scaduto',
    expiredWhy: 'I link valgono 7 giorni, finché la conversazione non viene eliminata.',
    begin: 'Inizia una nuova conversazione',
    retry: 'Riprova',
    stopAsk: 'Non ricevere più via e-mail le risposte di questa chat?',
    stopped: 'Non riceverà più queste e-mail.',
  },
  pt: {
    subject: '{name} respondeu',
    asked: 'A sua pergunta:',
    open: 'Abrir a conversa',
    link: 'O link funciona durante 7 dias, num dispositivo de cada vez.',
    reply: 'Responda no chat: as respostas a este e-mail não são lidas.',
    answer: 'Pode responder no chat ou a este e-mail.',
    signIn: 'Para responder, inicie sessão onde usou o chat: as respostas a este e-mail não são lidas.',
    why: 'Recebe este e-mail porque deixou o seu endereço no chat “{chat}”.',
    stop: 'Parar estes e-mails',
    expired: 'Este link expirou',
    expiredWhy: 'Os links funcionam durante 7 dias e até a conversa ser apagada.',
    begin: 'Iniciar uma nova conversa',
    retry: 'Tentar novamente',
    stopAsk: 'Deixar de receber as respostas deste chat por e-mail?',
    stopped: 'Não receberá mais estes e-mails.',
  },
  nl: {
    subject: '{name} heeft u geantwoord',
    asked: 'Uw vraag:',
    open: 'Gesprek openen',
    link: 'De link werkt 7 dagen, op één apparaat tegelijk.',
    reply: 'Antwoord in de chat: antwoorden op deze e-mail worden niet gelezen.',
    answer: 'U kunt in de chat antwoorden of op deze e-mail.',
    signIn: 'Log opnieuw in waar u de chat gebruikte om te antwoorden: antwoorden op deze e-mail worden niet gelezen.',
    why: 'U krijgt deze e-mail omdat u uw adres hebt achtergelaten in de chat “{chat}”.',
    stop: 'Stop deze e-mails',
    expired: 'Deze link is verlopen',
    expiredWhy: 'Links werken 7 dagen, en zolang het gesprek niet is verwijderd.',
    begin: 'Nieuw gesprek beginnen',
    retry: 'Opnieuw proberen',
    stopAsk: 'Geen antwoorden uit deze chat meer per e-mail ontvangen?',
    stopped: 'U krijgt deze e-mails niet meer.',
  },
  pl: {
    subject: 'Odpowiedź od: {name}',
    asked: 'Twoje pytanie:',
    open: 'Otwórz rozmowę',
    link: 'Link działa przez 7 dni, na jednym urządzeniu naraz.',
    reply: 'Prosimy odpowiadać na czacie: odpowiedzi na tę wiadomość nie są czytane.',
    answer: 'Możesz odpowiedzieć na czacie lub na tę wiadomość.',
    signIn:
      'Aby odpowiedzieć, zaloguj się ponownie tam, gdzie korzystano z czatu: odpowiedzi na tę wiadomość nie są czytane.',
    why: 'Ta wiadomość została wysłana, ponieważ na czacie „{chat}” podano ten adres.',
    stop: 'Nie wysyłaj więcej wiadomości',
    expired: 'Ten link wygasł',
    expiredWhy: 'Linki działają przez 7 dni, dopóki rozmowa nie zostanie usunięta.',
    begin: 'Rozpocznij nową rozmowę',
    retry: 'Spróbuj ponownie',
    stopAsk: 'Nie otrzymywać więcej odpowiedzi z tego czatu e-mailem?',
    stopped: 'Te wiadomości nie będą już wysyłane.',
  },
  ru: {
    subject: 'Вам ответили: {name}',
    asked: 'Ваш вопрос:',
    open: 'Открыть беседу',
    link: 'Ссылка действует 7 дней, одновременно на одном устройстве.',
    reply: 'Пожалуйста, отвечайте в чате: ответы на это письмо не читают.',
    answer: 'Вы можете ответить в чате или на это письмо.',
    signIn: 'Чтобы ответить, войдите снова там, где вы пользовались чатом: ответы на это письмо не читают.',
    why: 'Вы получили это письмо, потому что оставили свой адрес в чате «{chat}».',
    stop: 'Больше не присылать писем',
    expired: 'Срок действия ссылки истёк',
    expiredWhy: 'Ссылки действуют 7 дней, пока беседа не удалена.',
    begin: 'Начать новую беседу',
    retry: 'Повторить',
    stopAsk: 'Больше не получать ответы из этого чата по почте?',
    stopped: 'Вы больше не будете получать такие письма.',
  },
  uk: {
    subject: 'Вам відповіли: {name}',
    asked: 'Ваше запитання:',
    open: 'Відкрити розмову',
    link: 'Посилання діє 7 днів, одночасно на одному пристрої.',
    reply: 'Будь ласка, відповідайте в чаті: відповіді на цей лист не читають.',
    answer: 'Ви можете відповісти в чаті або на цей лист.',
    signIn: 'Щоб відповісти, увійдіть знову там, де ви користувалися чатом: відповіді на цей лист не читають.',
    why: 'Ви отримали цей лист, бо залишили свою адресу в чаті «{chat}».',
    stop: 'Більше не надсилати листів',
    expired: 'Термін дії посилання минув',
    expiredWhy: 'Посилання діють 7 днів, доки розмову не видалено.',
    begin: 'Почати нову розмову',
    retry: 'Спробувати ще раз',
    stopAsk: 'Більше не отримувати відповіді з цього чату поштою?',
    stopped: 'Ви більше не отримуватимете таких листів.',
  },
  tr: {
    subject: '{name} size yanıt verdi',
    asked: 'Sorunuz:',
    open: 'Görüşmeyi aç',
    link: 'Bağlantı 7 gün boyunca, aynı anda tek bir cihazda çalışır.',
    reply: 'Lütfen sohbette yanıtlayın: bu e-postaya verilen yanıtlar okunmaz.',
    answer: 'Sohbette veya bu e-postaya yanıt verebilirsiniz.',
    signIn: 'Yanıtlamak için sohbeti kullandığınız yerde yeniden oturum açın: bu e-postaya verilen yanıtlar okunmaz.',
    why: 'Bu e-postayı “{chat}” sohbetinde adresinizi bıraktığınız için alıyorsunuz.',
    stop: 'Bu e-postaları durdur',
    expired: 'Bu bağlantının süresi doldu',
    expiredWhy: 'Bağlantılar 7 gün boyunca ve görüşme silinene kadar çalışır.',
    begin: 'Yeni bir görüşme başlat',
    retry: 'Yeniden dene',
    stopAsk: 'Bu sohbetin yanıtları artık e-postayla gelmesin mi?',
    stopped: 'Artık bu e-postaları almayacaksınız.',
  },
  id: {
    subject: '{name} telah menjawab Anda',
    asked: 'Pertanyaan Anda:',
    open: 'Buka percakapan',
    link: 'Tautan berlaku 7 hari, di satu perangkat pada satu waktu.',
    reply: 'Silakan balas di obrolan: balasan ke email ini tidak dibaca.',
    answer: 'Anda dapat membalas di chat atau membalas email ini.',
    signIn: 'Untuk membalas, masuk kembali di tempat Anda memakai obrolan: balasan ke email ini tidak dibaca.',
    why: 'Anda menerima email ini karena meninggalkan alamat Anda di obrolan “{chat}”.',
    stop: 'Hentikan email ini',
    expired: 'Tautan ini sudah kedaluwarsa',
    expiredWhy: 'Tautan berlaku 7 hari, selama percakapan belum dihapus.',
    begin: 'Mulai percakapan baru',
    retry: 'Coba lagi',
    stopAsk: 'Berhenti menerima jawaban dari obrolan ini lewat email?',
    stopped: 'Anda tidak akan menerima email ini lagi.',
  },
  hi: {
    subject: '{name} ने आपको उत्तर दिया है',
    asked: 'आपका प्रश्न:',
    open: 'बातचीत खोलें',
    link: 'लिंक 7 दिन तक, एक समय में एक ही डिवाइस पर काम करता है।',
    reply: 'कृपया चैट में उत्तर दें: इस ईमेल के उत्तर पढ़े नहीं जाते।',
    answer: 'आप चैट में या इस ईमेल का उत्तर दे सकते हैं।',
    signIn: 'उत्तर देने के लिए वहीं फिर से साइन इन करें जहाँ आपने चैट की थी: इस ईमेल के उत्तर पढ़े नहीं जाते।',
    why: 'आपको यह ईमेल इसलिए मिला क्योंकि आपने चैट “{chat}” में अपना पता छोड़ा था।',
    stop: 'ये ईमेल बंद करें',
    expired: 'इस लिंक की अवधि समाप्त हो गई है',
    expiredWhy: 'लिंक 7 दिन तक, और बातचीत हटाए जाने तक काम करते हैं।',
    begin: 'नई बातचीत शुरू करें',
    retry: 'फिर से कोशिश करें',
    stopAsk: 'इस चैट के उत्तर ईमेल से पाना बंद करें?',
    stopped: 'आपको अब ये ईमेल नहीं मिलेंगे।',
  },
  ja: {
    subject: '{name} さんから回答がありました',
    asked: 'ご質問:',
    open: '会話を開く',
    link: 'リンクの有効期間は 7 日間です。同時に使えるのは 1 台の端末だけです。',
    reply: '返信はチャットでお願いします。このメールへの返信は確認されません。',
    answer: 'チャットで返信するか、このメールに返信してください。',
    signIn:
      '返信するには、チャットを利用したサイトにもう一度サインインしてください。このメールへの返信は確認されません。',
    why: 'このメールは、チャット「{chat}」でメールアドレスを入力された方にお送りしています。',
    stop: 'このメールの配信を停止',
    expired: 'このリンクの有効期限が切れました',
    expiredWhy: 'リンクは 7 日間、会話が削除されるまで有効です。',
    begin: '新しい会話を始める',
    retry: '再試行',
    stopAsk: 'このチャットの回答をメールで受け取るのをやめますか?',
    stopped: '今後、このメールは届きません。',
  },
  ko: {
    subject: '{name} 님이 답변했습니다',
    asked: '질문:',
    open: '대화 열기',
    link: '링크는 7일 동안, 한 번에 한 기기에서만 사용할 수 있습니다.',
    reply: '채팅에서 답장해 주세요. 이 메일에 대한 답장은 확인하지 않습니다.',
    answer: '채팅에서 답하시거나 이 메일에 회신하실 수 있습니다.',
    signIn: '답장하려면 채팅을 이용한 곳에서 다시 로그인해 주세요. 이 메일에 대한 답장은 확인하지 않습니다.',
    why: '채팅 “{chat}”에 이메일 주소를 남기셨기 때문에 이 메일을 보내 드립니다.',
    stop: '이 메일 그만 받기',
    expired: '링크가 만료되었습니다',
    expiredWhy: '링크는 7일 동안, 대화가 삭제되기 전까지 사용할 수 있습니다.',
    begin: '새 대화 시작',
    retry: '다시 시도',
    stopAsk: '이 채팅의 답변을 메일로 그만 받으시겠습니까?',
    stopped: '이 메일을 더 이상 보내지 않습니다.',
  },
  zh: {
    subject: '{name} 已回复您',
    asked: '您的问题：',
    open: '打开对话',
    link: '链接 7 天内有效，同一时间只能在一台设备上使用。',
    reply: '请在聊天中回复：对此邮件的回复不会被阅读。',
    answer: '您可以在聊天中回复，也可以直接回复此邮件。',
    signIn: '如需回复，请在您使用聊天的网站重新登录：对此邮件的回复不会被阅读。',
    why: '您收到此邮件，是因为您在聊天“{chat}”中留下了邮箱地址。',
    stop: '不再接收此类邮件',
    expired: '此链接已过期',
    expiredWhy: '链接 7 天内有效，对话被删除后失效。',
    begin: '开始新对话',
    retry: '重试',
    stopAsk: '不再通过邮件接收此聊天的回复？',
    stopped: '您不会再收到此类邮件。',
  },
  ar: {
    subject: 'لديك رد من {name}',
    asked: 'سؤالك:',
    open: 'فتح المحادثة',
    link: 'يعمل الرابط لمدة 7 أيام، على جهاز واحد في كل مرة.',
    reply: 'يُرجى الرد في الدردشة: لا تُقرأ الردود على هذه الرسالة.',
    answer: 'يمكنك الرد في الدردشة أو على هذه الرسالة.',
    signIn: 'للرد، سجّل الدخول مجددًا حيث استخدمت الدردشة: لا تُقرأ الردود على هذه الرسالة.',
    why: 'تصلك هذه الرسالة لأنك تركت عنوانك في الدردشة «{chat}».',
    stop: 'إيقاف هذه الرسائل',
    expired: 'انتهت صلاحية هذا الرابط',
    expiredWhy: 'تعمل الروابط لمدة 7 أيام، ما لم تُحذف المحادثة.',
    begin: 'بدء محادثة جديدة',
    retry: 'إعادة المحاولة',
    stopAsk: 'هل تريد إيقاف تلقي ردود هذه الدردشة بالبريد؟',
    stopped: 'لن تصلك هذه الرسائل بعد الآن.',
  },
  he: {
    subject: 'התקבלה תשובה מאת {name}',
    asked: 'השאלה שלך:',
    open: 'פתיחת השיחה',
    link: 'הקישור פועל 7 ימים, במכשיר אחד בכל פעם.',
    reply: 'נא להשיב בצ׳אט: תשובות להודעה זו אינן נקראות.',
    answer: 'אפשר להשיב בצ׳אט או להשיב לדוא״ל הזה.',
    signIn: 'כדי להשיב, יש להתחבר שוב במקום שבו השתמשת בצ׳אט: תשובות להודעה זו אינן נקראות.',
    why: 'ההודעה נשלחה אליך כי השארת את כתובתך בצ׳אט „{chat}”.',
    stop: 'הפסקת ההודעות האלה',
    expired: 'תוקף הקישור פג',
    expiredWhy: 'קישורים פועלים 7 ימים, כל עוד השיחה לא נמחקה.',
    begin: 'התחלת שיחה חדשה',
    retry: 'ניסיון נוסף',
    stopAsk: 'להפסיק לקבל תשובות מהצ׳אט הזה בדוא״ל?',
    stopped: 'לא יישלחו אליך עוד הודעות כאלה.',
  },
  fa: {
    subject: '{name} به شما پاسخ داد',
    asked: 'پرسش شما:',
    open: 'باز کردن گفتگو',
    link: 'پیوند ۷ روز و هر بار روی یک دستگاه کار می‌کند.',
    reply: 'لطفاً در چت پاسخ دهید: پاسخ به این ایمیل خوانده نمی‌شود.',
    answer: 'می‌توانید در گفتگو یا به همین ایمیل پاسخ دهید.',
    signIn: 'برای پاسخ، جایی که از چت استفاده کردید دوباره وارد شوید: پاسخ به این ایمیل خوانده نمی‌شود.',
    why: 'این ایمیل را دریافت می‌کنید چون نشانی خود را در چت «{chat}» گذاشته‌اید.',
    stop: 'توقف این ایمیل‌ها',
    expired: 'این پیوند منقضی شده است',
    expiredWhy: 'پیوندها ۷ روز و تا زمان حذف گفتگو کار می‌کنند.',
    begin: 'شروع گفتگوی تازه',
    retry: 'تلاش دوباره',
    stopAsk: 'دیگر پاسخ‌های این چت را با ایمیل دریافت نکنید؟',
    stopped: 'دیگر این ایمیل‌ها را دریافت نخواهید کرد.',
  },
  ur: {
    subject: '{name} نے آپ کو جواب دیا ہے',
    asked: 'آپ کا سوال:',
    open: 'گفتگو کھولیں',
    link: 'لنک 7 دن تک، ایک وقت میں ایک ہی آلے پر کام کرتا ہے۔',
    reply: 'براہ کرم چیٹ میں جواب دیں: اس ای میل کے جوابات نہیں پڑھے جاتے۔',
    answer: 'آپ چیٹ میں یا اس ای میل کا جواب دے سکتے ہیں۔',
    signIn:
      'جواب دینے کے لیے وہیں دوبارہ سائن اِن کریں جہاں آپ نے چیٹ استعمال کی تھی: اس ای میل کے جوابات نہیں پڑھے جاتے۔',
    why: 'آپ کو یہ ای میل اس لیے ملی کہ آپ نے چیٹ “{chat}” میں اپنا پتہ چھوڑا تھا۔',
    stop: 'یہ ای میلز بند کریں',
    expired: 'اس لنک کی میعاد ختم ہو گئی ہے',
    expiredWhy: 'لنک 7 دن تک، اور گفتگو حذف ہونے تک کام کرتے ہیں۔',
    begin: 'نئی گفتگو شروع کریں',
    retry: 'دوبارہ کوشش کریں',
    stopAsk: 'اس چیٹ کے جوابات ای میل سے لینا بند کریں؟',
    stopped: 'آپ کو اب یہ ای میلز نہیں ملیں گی۔',
  },
};

/** Words in a language, with their tag and direction; English where there are none. */
export interface SpokenWords {
  readonly words: MailWords;
  /** Tag for `lang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

const RIGHT_TO_LEFT = ['ar', 'he', 'fa', 'ur'];

/** @param tag - BCP 47 */
export function mailWordsFor(tag: string | null | undefined): SpokenWords {
  const primary = (tag ?? '').toLowerCase().split('-')[0] ?? '';
  const language = Object.hasOwn(MAIL_WORDS, primary) ? primary : 'en';
  const words = MAIL_WORDS[language] as MailWords;
  return { words, language, direction: RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr' };
}

/** A name for one line of a mail: without control characters and line breaks, and not longer than `maxLength`. */
export function inOneLine(text: string, maxLength: number): string {
  return cutText(text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ').trim(), maxLength);
}

/** Fills `{name}` and `{chat}`. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
