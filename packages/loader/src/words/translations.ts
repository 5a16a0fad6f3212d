import type { Words } from './english';

/** The loader's words by language, in the order of `Words`; a chunk of its own. Those that the chat has too are the chat's. */
const TRANSLATIONS: Readonly<Record<string, readonly string[]>> = {
  ar: ['فتح المحادثة', 'إغلاق المحادثة', 'إغلاق', 'هذه المحادثة غير متاحة الآن', 'إعادة المحاولة', 'فتح المحادثة في علامة تبويب جديدة', 'المحادثة', 'تم فتح المحادثة'],
  de: ['Chat öffnen', 'Chat schließen', 'Schließen', 'Dieser Chat ist gerade nicht verfügbar', 'Erneut versuchen', 'Chat in neuem Tab öffnen', 'Chat', 'Chat geöffnet'],
  es: ['Abrir chat', 'Cerrar chat', 'Cerrar', 'Este chat no está disponible en este momento', 'Reintentar', 'Abrir chat en una pestaña nueva', 'Chat', 'Chat abierto'],
  fa: ['باز کردن گفتگو', 'بستن گفتگو', 'بستن', 'این گفتگو اکنون در دسترس نیست', 'تلاش دوباره', 'باز کردن گفتگو در زبانهٔ جدید', 'گفتگو', 'گفتگو باز شد'],
  fr: ['Ouvrir le chat', 'Fermer le chat', 'Fermer', 'Ce chat n’est pas disponible pour le moment', 'Réessayer', 'Ouvrir le chat dans un nouvel onglet', 'Chat', 'Chat ouvert'],
  he: ["פתיחת הצ'אט", "סגירת הצ'אט", 'סגירה', "הצ'אט הזה אינו זמין כרגע", 'ניסיון חוזר', "פתיחת הצ'אט בכרטיסייה חדשה", "צ'אט", "הצ'אט נפתח"],
  hi: ['चैट खोलें', 'चैट बंद करें', 'बंद करें', 'यह चैट अभी उपलब्ध नहीं है', 'फिर कोशिश करें', 'नए टैब में चैट खोलें', 'चैट', 'चैट खुल गया'],
  id: ['Buka obrolan', 'Tutup obrolan', 'Tutup', 'Obrolan ini sedang tidak tersedia', 'Coba lagi', 'Buka obrolan di tab baru', 'Obrolan', 'Obrolan dibuka'],
  it: ['Apri la chat', 'Chiudi la chat', 'Chiudi', 'Questa chat non è al momento disponibile', 'Riprova', 'Apri la chat in una nuova scheda', 'Chat', 'Chat aperta'],
  ja: ['チャットを開く', 'チャットを閉じる', '閉じる', '現在このチャットは利用できません', '再試行', '新しいタブでチャットを開く', 'チャット', 'チャットを開きました'],
  ko: ['채팅 열기', '채팅 닫기', '닫기', '지금은 이 채팅을 이용할 수 없습니다', '다시 시도', '새 탭에서 채팅 열기', '채팅', '채팅이 열렸습니다'],
  nl: ['Chat openen', 'Chat sluiten', 'Sluiten', 'Deze chat is nu niet beschikbaar', 'Opnieuw proberen', 'Chat openen in een nieuw tabblad', 'Chat', 'Chat geopend'],
  pl: ['Otwórz czat', 'Zamknij czat', 'Zamknij', 'Ten czat jest teraz niedostępny', 'Spróbuj ponownie', 'Otwórz czat w nowej karcie', 'Czat', 'Czat otwarty'],
  pt: ['Abrir chat', 'Fechar chat', 'Fechar', 'Este chat não está disponível no momento', 'Tentar de novo', 'Abrir chat em uma nova aba', 'Chat', 'Chat aberto'],
  ru: ['Открыть чат', 'Закрыть чат', 'Закрыть', 'Этот чат сейчас недоступен', 'Повторить', 'Открыть чат в новой вкладке', 'Чат', 'Чат открыт'],
  tr: ['Sohbeti aç', 'Sohbeti kapat', 'Kapat', 'Bu sohbet şu anda kullanılamıyor', 'Yeniden dene', 'Sohbeti yeni sekmede aç', 'Sohbet', 'Sohbet açıldı'],
  uk: ['Відкрити чат', 'Закрити чат', 'Закрити', 'Цей чат зараз недоступний', 'Повторити', 'Відкрити чат у новій вкладці', 'Чат', 'Чат відкрито'],
  ur: ['چیٹ کھولیں', 'چیٹ بند کریں', 'بند کریں', 'یہ چیٹ اس وقت دستیاب نہیں ہے', 'دوبارہ کوشش کریں', 'نئے ٹیب میں چیٹ کھولیں', 'چیٹ', 'چیٹ کھل گئی'],
  zh: ['打开聊天', '关闭聊天', '关闭', '此聊天目前不可用', '重试', '在新标签页中打开聊天', '聊天', '聊天已打开'],
};

/** The words of a language, or undefined where it is not shipped. */
export function translate(language: string, english: Words): Words | undefined {
  const words = Object.hasOwn(TRANSLATIONS, language) ? TRANSLATIONS[language] : undefined;
  if (!words) return undefined;
  const translated = { ...english };
  for (const [index, key] of (Object.keys(english) as (keyof Words)[]).entries()) translated[key] = words[index] ?? english[key];
  return translated;
}
