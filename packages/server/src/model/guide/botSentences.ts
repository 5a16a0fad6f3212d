/** Sentences of a bot without a model, in one language. */
export interface BotSentences {
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly agreement: string;
  /** `{name}, ` is left out if the bot has no name. */
  readonly identity: string;
  readonly nothing: string;
  /** Precedes topics. */
  readonly offer: string;
}

const texts = (
  greeting: string,
  thanks: string,
  goodbye: string,
  agreement: string,
  identity: string,
  nothing: string,
  offer: string,
): BotSentences => ({ greeting, thanks, goodbye, agreement, identity, nothing, offer });

const ENGLISH = texts(
  'Hello! How can I help you?',
  'You’re welcome!',
  'Goodbye!',
  'All right. Is there anything else you would like to know?',
  'I am {name}, an automated assistant. Ask me a question, and I look up the answer.',
  'I found nothing about that.',
  'You could ask:',
);

/** By language of the widget. */
export const BOT_SENTENCES: Readonly<Record<string, BotSentences>> = {
  en: ENGLISH,
  es: texts(
    '¡Hola! ¿En qué puedo ayudarte?',
    '¡De nada!',
    '¡Hasta luego!',
    'De acuerdo. ¿Quieres saber algo más?',
    'Soy {name}, un asistente automático. Hazme una pregunta y busco la respuesta.',
    'No he encontrado nada sobre eso.',
    'Puedes preguntar:',
  ),
  de: texts(
    'Hallo! Wie kann ich Ihnen helfen?',
    'Gern geschehen!',
    'Auf Wiedersehen!',
    'Gut. Möchten Sie noch etwas wissen?',
    'Ich bin {name}, ein automatischer Assistent. Stellen Sie eine Frage, und ich suche die Antwort.',
    'Dazu habe ich nichts gefunden.',
    'Sie können zum Beispiel fragen:',
  ),
  fr: texts(
    'Bonjour ! Comment puis-je vous aider ?',
    'Je vous en prie !',
    'Au revoir !',
    'D’accord. Souhaitez-vous savoir autre chose ?',
    'Je suis {name}, un assistant automatique. Posez une question et je cherche la réponse.',
    'Je n’ai rien trouvé à ce sujet.',
    'Vous pouvez demander :',
  ),
  it: texts(
    'Ciao! Come posso aiutarti?',
    'Prego!',
    'Arrivederci!',
    'Va bene. Vuoi sapere altro?',
    'Sono {name}, un assistente automatico. Fammi una domanda e cerco la risposta.',
    'Non ho trovato nulla al riguardo.',
    'Puoi chiedere:',
  ),
  pt: texts(
    'Olá! Como posso ajudar?',
    'De nada!',
    'Até logo!',
    'Certo. Quer saber mais alguma coisa?',
    'Sou {name}, um assistente automático. Faça uma pergunta e procuro a resposta.',
    'Não encontrei nada sobre isso.',
    'Pode perguntar:',
  ),
  nl: texts(
    'Hallo! Waarmee kan ik u helpen?',
    'Graag gedaan!',
    'Tot ziens!',
    'Goed. Wilt u nog iets weten?',
    'Ik ben {name}, een automatische assistent. Stel een vraag en ik zoek het antwoord.',
    'Daarover heb ik niets gevonden.',
    'U kunt bijvoorbeeld vragen:',
  ),
  pl: texts(
    'Dzień dobry! W czym mogę pomóc?',
    'Proszę bardzo!',
    'Do widzenia!',
    'Dobrze. Czy mogę pomóc w czymś jeszcze?',
    'Jestem {name}, automatyczny asystent. Proszę zadać pytanie, a poszukam odpowiedzi.',
    'Nic o tym nie znaleziono.',
    'Można zapytać:',
  ),
  tr: texts(
    'Merhaba! Nasıl yardımcı olabilirim?',
    'Rica ederim!',
    'Hoşça kalın!',
    'Tamam. Öğrenmek istediğiniz başka bir şey var mı?',
    'Ben {name}, otomatik bir asistanım. Sorunuzu sorun, cevabını arayayım.',
    'Bu konuda bir şey bulamadım.',
    'Şunları sorabilirsiniz:',
  ),
  ru: texts(
    'Здравствуйте! Чем могу помочь?',
    'Пожалуйста!',
    'До свидания!',
    'Хорошо. Хотите узнать что-нибудь ещё?',
    'Я {name}, автоматический помощник. Задайте вопрос, и я поищу ответ.',
    'Ничего об этом не найдено.',
    'Можно спросить:',
  ),
  uk: texts(
    'Вітаю! Чим можу допомогти?',
    'Будь ласка!',
    'До побачення!',
    'Добре. Бажаєте дізнатися ще щось?',
    'Я {name}, автоматичний помічник. Поставте запитання, і я пошукаю відповідь.',
    'Нічого про це не знайдено.',
    'Можна запитати:',
  ),
  zh: texts(
    '您好！请问有什么可以帮您？',
    '不客气！',
    '再见！',
    '好的。您还想了解什么？',
    '我是{name}，自动回复助手。请提问，我会为您查找答案。',
    '没有找到相关内容。',
    '您可以问：',
  ),
  ja: texts(
    'こんにちは。ご用件をお聞かせください。',
    'どういたしまして。',
    'またのご利用をお待ちしています。',
    'かしこまりました。ほかに知りたいことはありますか？',
    '{name}、自動応答アシスタントです。ご質問いただければ、答えをお探しします。',
    '該当する内容は見つかりませんでした。',
    'たとえば、次のような質問ができます：',
  ),
  ko: texts(
    '안녕하세요! 무엇을 도와드릴까요?',
    '천만에요!',
    '안녕히 가세요!',
    '알겠습니다. 더 궁금한 점이 있으신가요?',
    '저는 {name}, 자동 응답 도우미입니다. 질문하시면 답을 찾아드립니다.',
    '관련 내용을 찾지 못했습니다.',
    '이렇게 물어보실 수 있습니다:',
  ),
  hi: texts(
    'नमस्ते! मैं आपकी क्या मदद कर सकता हूँ?',
    'आपका स्वागत है!',
    'नमस्ते, फिर मिलेंगे!',
    'ठीक है। क्या आप कुछ और जानना चाहेंगे?',
    'मैं {name}, एक स्वचालित सहायक हूँ। सवाल पूछें, मैं जवाब खोजूँगा।',
    'इस बारे में कुछ नहीं मिला।',
    'आप पूछ सकते हैं:',
  ),
  id: texts(
    'Halo! Ada yang bisa saya bantu?',
    'Sama-sama!',
    'Sampai jumpa!',
    'Baik. Ada lagi yang ingin Anda ketahui?',
    'Saya {name}, asisten otomatis. Ajukan pertanyaan, dan saya mencari jawabannya.',
    'Saya tidak menemukan apa pun tentang itu.',
    'Anda bisa bertanya:',
  ),
  ar: texts(
    'مرحبًا! كيف يمكنني مساعدتك؟',
    'على الرحب والسعة!',
    'إلى اللقاء!',
    'حسنًا. هل تودّ معرفة شيء آخر؟',
    'أنا {name}، مساعد آلي. اطرح سؤالك وسأبحث عن الجواب.',
    'لم أجد شيئًا عن ذلك.',
    'يمكنك أن تسأل:',
  ),
  he: texts(
    'שלום! איך אפשר לעזור?',
    'בשמחה!',
    'להתראות!',
    'בסדר. יש עוד משהו שתרצו לדעת?',
    'אני {name}, עוזר אוטומטי. שאלו שאלה ואחפש את התשובה.',
    'לא מצאתי דבר על כך.',
    'אפשר לשאול:',
  ),
  fa: texts(
    'سلام! چطور می‌توانم کمکتان کنم؟',
    'خواهش می‌کنم!',
    'خدانگهدار!',
    'بسیار خوب. چیز دیگری هست که بخواهید بدانید؟',
    'من {name}، دستیار خودکار هستم. سؤالتان را بپرسید تا پاسخ را پیدا کنم.',
    'چیزی در این باره پیدا نکردم.',
    'می‌توانید بپرسید:',
  ),
  ur: texts(
    'السلام علیکم! میں آپ کی کیا مدد کر سکتا ہوں؟',
    'خوش آمدید!',
    'خدا حافظ!',
    'ٹھیک ہے۔ کیا آپ کچھ اور جاننا چاہیں گے؟',
    'میں {name}، ایک خودکار معاون ہوں۔ سوال پوچھیں، میں جواب تلاش کرتا ہوں۔',
    'اس بارے میں کچھ نہیں ملا۔',
    'آپ پوچھ سکتے ہیں:',
  ),
};

/** The sentences of a language; English for one without. @param tag - BCP 47 */
export function botSentences(tag: string | undefined): BotSentences {
  const base = tag?.toLowerCase().split('-')[0] ?? '';
  return (Object.hasOwn(BOT_SENTENCES, base) ? BOT_SENTENCES[base] : undefined) ?? ENGLISH;
}
