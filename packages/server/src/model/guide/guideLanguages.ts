/** The guide's notices in a language it cannot read. */
interface GuideLanguage {
  /** Shown above results. */
  readonly found: string;
  /** Shown if nothing was found. */
  readonly nothing: string;
  /** Short words that identify the language, in lower case without accents. */
  readonly marks: string;
  /** Word prefixes with the documentation's term: `instal=install`. */
  readonly words: string;
}

/** Languages with the Latin alphabet, identified by short words. */
const ALPHABETIC: Readonly<Record<string, GuideLanguage>> = {
  es: {
    found: 'Solo puedo leer la documentación en inglés. Lo que mejor encaja:',
    nothing: 'Solo puedo leer la documentación en inglés y no he encontrado nada sobre esto.',
    marks: 'como que el la los las mi en un una es para por puedo cuanto donde se con del hay',
    words:
      'instal=install anad=install pagina=website sitio=website cuest=cost precio=cost coste=cost ' +
      'idioma=languages color=colours conversacion=conversations guarda=stored funciona=works aparec=show ' +
      'boton=button mensaj=messages limit=limit modelo=model privacidad=privacy galleta=cookie cambi=change aleman=german ' +
      'borr=delete elimin=delete persona=person humano=person archiv=file fichero=file contrasena=password telefono=phone movil=phone ' +
      'correo=email logotipo=logo gratis=free equipo=team datos=data servidor=server copia=backup esquina=corner abr=open cerr=close ' +
      'oscur=dark respuest=answer respond=answer bot=bot historial=conversations',
  },
  de: {
    found: 'Ich kann nur die englische Dokumentation lesen. Am besten passt:',
    nothing: 'Ich kann nur die englische Dokumentation lesen und habe dazu nichts gefunden.',
    marks: 'wie ich das der die den ein eine auf meiner meine mein ist und kann wo was nicht mit fur es',
    words:
      'instal=install einbind=install einbau=install bind=install webseit=website website=website ' +
      'homepage=website kost=cost preis=cost sprach=languages farb=colours gesprach=conversations ' +
      'unterhaltung=conversations gespeichert=stored erschein=show knopf=button nachricht=messages ' +
      'modell=model datenschutz=privacy dsgvo=gdpr grenz=limit ander=change sicher=backup ' +
      'losch=delete entfern=delete mensch=person mitarbeiter=person person=person datei=file passwort=password handy=phone ' +
      'telefon=phone mail=email logo=logo kostenlos=free team=team daten=data server=server sicherung=backup ecke=corner offn=open ' +
      'schlie=close dunkel=dark antwort=answer bot=bot aufbewahr=retention lang=long anmeld=sign schriftart=font sprech=voice',
  },
  fr: {
    found: 'Je ne peux lire que la documentation en anglais. Voici ce qui correspond le mieux :',
    nothing: 'Je ne peux lire que la documentation en anglais et je n’y ai rien trouvé à ce sujet.',
    marks: 'comment le la les un une sur mon ma est ca ce que qui je puis peut ou pour avec combien des du',
    words:
      'instal=install ajout=install integr=install site=website page=website combien=cost cout=cost ' +
      'prix=cost tarif=cost langue=languages couleur=colours conversation=conversations stock=stored ' +
      'affich=show bouton=button messag=messages modele=model confidentialit=privacy rgpd=gdpr limit=limit ' +
      'chang=change sauvegard=backup ' +
      'supprim=delete effac=delete personne=person humain=person fichier=file telephon=phone mobile=phone courriel=email mail=email ' +
      'logo=logo gratuit=free equipe=team donnee=data serveur=server coin=corner ouvr=open ferm=close sombre=dark repon=answer ' +
      'passe=password historique=conversations',
  },
  it: {
    found: 'Posso leggere solo la documentazione in inglese. Il passo più adatto:',
    nothing: 'Posso leggere solo la documentazione in inglese e non ho trovato nulla al riguardo.',
    marks: 'come il lo gli un una sul mio mia che posso quanto dove per con del della non si',
    words:
      'instal=install aggiung=install pagina=website sito=website cost=cost prezz=cost lingu=languages ' +
      'color=colours conversazion=conversations salvat=stored pulsant=button messagg=messages modell=model ' +
      'privacy=privacy limit=limit cambi=change ' +
      'cancell=delete elimin=delete persona=person umano=person file=file telefono=phone email=email logo=logo gratuit=free ' +
      'squadra=team dati=data server=server angolo=corner apr=open chiud=close scuro=dark risp=answer password=password',
  },
  pt: {
    found: 'Só consigo ler a documentação em inglês. O que melhor se encaixa:',
    nothing: 'Só consigo ler a documentação em inglês e não encontrei nada sobre isto.',
    marks: 'como o os as um uma na no meu minha que posso quanto onde para com do da nao se',
    words:
      'instal=install adicion=install pagina=website site=website cust=cost preco=cost idioma=languages ' +
      'cor=colours conversa=conversations guarda=stored armazen=stored botao=button mensag=messages ' +
      'modelo=model privacidade=privacy limit=limit mudar=change ' +
      'apag=delete elimin=delete pessoa=person humano=person ficheiro=file arquivo=file telefone=phone telemovel=phone email=email ' +
      'logotipo=logo gratuit=free gratis=free equipa=team equipe=team dados=data servidor=server canto=corner abr=open fech=close ' +
      'escur=dark respo=answer senha=password',
  },
  nl: {
    found: 'Ik kan alleen de Engelse documentatie lezen. Dit past het best:',
    nothing: 'Ik kan alleen de Engelse documentatie lezen en heb hierover niets gevonden.',
    marks: 'hoe ik het de een op mijn is en kan waar wat niet met voor van hoeveel',
    words:
      'instal=install toevoeg=install website=website pagina=website kost=cost prijs=cost taal=languages ' +
      'talen=languages kleur=colours gesprek=conversations opgeslagen=stored knop=button bericht=messages ' +
      'model=model privacy=privacy limiet=limit wijzig=change ' +
      'verwijder=delete wis=delete persoon=person mens=person bestand=file telefoon=phone mail=email logo=logo gratis=free team=team ' +
      'gegevens=data server=server hoek=corner open=open sluit=close donker=dark antwoord=answer wachtwoord=password',
  },
  pl: {
    found: 'Mogę czytać tylko dokumentację po angielsku. Najlepiej pasuje:',
    nothing: 'Mogę czytać tylko dokumentację po angielsku i nic o tym nie znalazłem.',
    marks: 'jak ile gdzie czy na moja mojej moj jest sie nie do co moge dla',
    words:
      'instal=install zainstal=install stron=website kosztuj=cost cen=cost jezyk=languages kolor=colours ' +
      'rozmow=conversations przycisk=button wiadomosc=messages ' +
      'usun=delete czlowiek=person osob=person plik=file telefon=phone mail=email logo=logo darmow=free zespol=team dan=data ' +
      'serwer=server otworz=open ciemn=dark odpowied=answer haslo=password przechowyw=stored',
  },
  tr: {
    found: 'Yalnızca İngilizce belgeleri okuyabiliyorum. En uygun bölüm:',
    nothing: 'Yalnızca İngilizce belgeleri okuyabiliyorum ve bu konuda bir şey bulamadım.',
    marks: 'nasil ne kadar nerede mi bir ve icin ile bu benim',
    words:
      'kur=install yukle=install site=website sayfa=website fiyat=cost ucret=cost dil=languages renk=colours konusma=conversations dugme=button mesaj=messages',
  },
  id: {
    found: 'Saya hanya dapat membaca dokumentasi bahasa Inggris. Yang paling cocok:',
    nothing: 'Saya hanya dapat membaca dokumentasi bahasa Inggris dan tidak menemukan apa pun tentang ini.',
    marks: 'bagaimana cara apa yang di saya berapa dan untuk dengan ini bisa',
    words:
      'pasang=install memasang=install instal=install situs=website halaman=website harga=cost biaya=cost ' +
      'bahasa=languages warna=colours percakapan=conversations tombol=button pesan=messages',
  },
};

/** Languages identified by their letters. Their words are matched anywhere, because some have no spaces. */
const SCRIPTS: readonly (readonly [code: string, letters: RegExp, language: Omit<GuideLanguage, 'marks'>])[] = [
  [
    'ja',
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    {
      found: '英語のドキュメントのみ参照できます。最も近い内容はこちらです：',
      nothing: '英語のドキュメントのみ参照できますが、該当する内容は見つかりませんでした。',
      words:
        'インストール=install 設置=install 導入=install 料金=cost 費用=cost 価格=cost 言語=languages 色=colours ' +
        '会話=conversations 保存=stored ボタン=button 表示され=show メッセージ=messages モデル=model プライバシー=privacy ' +
        '削除=delete 人間=person 担当者=person ファイル=file パスワード=password 電話=phone スマホ=phone メール=email ロゴ=logo 無料=free チーム=team データ=data ' +
        'サーバー=server バックアップ=backup 開=open 閉=close ダーク=dark 回答=answer 位置=position 左=left',
    },
  ],
  [
    'ko',
    /\p{Script=Hangul}/u,
    {
      found: '영어 문서만 읽을 수 있습니다. 가장 알맞은 내용은 다음과 같습니다:',
      nothing: '영어 문서만 읽을 수 있으며 관련 내용을 찾지 못했습니다.',
      words:
        '설치=install 비용=cost 가격=cost 언어=languages 색=colours 대화=conversations 저장=stored 버튼=button 메시지=messages ' +
        '삭제=delete 사람=person 상담원=person 파일=file 비밀번호=password 전화=phone 이메일=email 로고=logo 무료=free 팀=team 데이터=data 서버=server 백업=backup ' +
        '열=open 닫=close 다크=dark 답변=answer 위치=position 사이트=website',
    },
  ],
  [
    'zh',
    /\p{Script=Han}/u,
    {
      found: '我只能查阅英文文档。最相关的内容如下：',
      nothing: '我只能查阅英文文档，没有找到相关内容。',
      words:
        '安装=install 费用=cost 价格=cost 多少钱=cost 语言=languages 颜色=colours 对话=conversations 保存=stored 存储=stored 按钮=button 消息=messages 模型=model 隐私=privacy ' +
        '删除=delete 人工=person 真人=person 文件=file 密码=password 电话=phone 手机=phone 邮箱=email 邮件=email 标志=logo 免费=free 团队=team 数据=data ' +
        '服务器=server 备份=backup 打开=open 关闭=close 深色=dark 回答=answer 位置=position 网站=website 安裝=install 費用=cost 語言=languages 顏色=colours ' +
        '對話=conversations 儲存=stored 刪除=delete',
    },
  ],
  [
    'uk',
    /[іїєґ]/iu,
    {
      found: 'Я можу читати лише документацію англійською. Найкраще підходить:',
      nothing: 'Я можу читати лише документацію англійською і нічого про це не знайшов.',
      words:
        'встанов=install сайт=website коштує=cost ціна=cost мов=languages кольор=colours розмов=conversations кнопк=button повідомлен=messages',
    },
  ],
  [
    'ru',
    /\p{Script=Cyrillic}/u,
    {
      found: 'Я могу читать только документацию на английском. Лучше всего подходит:',
      nothing: 'Я могу читать только документацию на английском и ничего об этом не нашёл.',
      words:
        'установ=install сайт=website стоит=cost цена=cost стоимост=cost язык=languages цвет=colours ' +
        'разговор=conversations диалог=conversations хран=stored кнопк=button сообщен=messages модел=model',
    },
  ],
  [
    'he',
    /\p{Script=Hebrew}/u,
    {
      found: 'אני יכול לקרוא רק את התיעוד באנגלית. זה המתאים ביותר:',
      nothing: 'אני יכול לקרוא רק את התיעוד באנגלית ולא מצאתי בו דבר על כך.',
      words:
        'התקנ=install להתקין=install אתר=website מחיר=cost עולה=cost שפ=languages צבע=colours שיח=conversations כפתור=button',
    },
  ],
  [
    'ur',
    /[ٹڈڑںے]/u,
    {
      found: 'میں صرف انگریزی دستاویزات پڑھ سکتا ہوں۔ سب سے موزوں حصہ یہ ہے:',
      nothing: 'میں صرف انگریزی دستاویزات پڑھ سکتا ہوں اور اس بارے میں کچھ نہیں ملا۔',
      words: 'انسٹال=install قیمت=cost زبان=languages رنگ=colours گفتگو=conversations',
    },
  ],
  [
    'fa',
    /[پچژگ]/u,
    {
      found: 'من فقط می‌توانم مستندات انگلیسی را بخوانم. مناسب‌ترین بخش:',
      nothing: 'من فقط می‌توانم مستندات انگلیسی را بخوانم و چیزی در این باره نیافتم.',
      words: 'نصب=install قیمت=cost هزینه=cost زبان=languages رنگ=colours گفتگو=conversations',
    },
  ],
  [
    'ar',
    /\p{Script=Arabic}/u,
    {
      found: 'يمكنني قراءة التوثيق الإنجليزي فقط. الأنسب هو:',
      nothing: 'يمكنني قراءة التوثيق الإنجليزي فقط ولم أجد شيئًا عن هذا.',
      words:
        'تثبيت=install تركيب=install أثبت=install موقع=website سعر=cost تكلف=cost لغ=languages ألوان=colours لون=colours محادث=conversations زر=button',
    },
  ],
  [
    'hi',
    /\p{Script=Devanagari}/u,
    {
      found: 'मैं केवल अंग्रेज़ी दस्तावेज़ पढ़ सकता हूँ। सबसे उपयुक्त अंश:',
      nothing: 'मैं केवल अंग्रेज़ी दस्तावेज़ पढ़ सकता हूँ और इस बारे में कुछ नहीं मिला।',
      words: 'इंस्टॉल=install स्थापित=install कीमत=cost लागत=cost भाषा=languages रंग=colours बातचीत=conversations',
    },
  ],
];

/** Short English words, to distinguish it from similar languages. */
const ENGLISH = new Set(
  (
    'the a an is it i my on how do does what can to in of and for with you your not are where when which me this that will be ' +
    'as or by at from but if we they was has have had so who why about into out up all any many much more only also they their our per no one come'
  ).split(' '),
);

/** A question in another language, with terms of the documentation. */
export interface ForeignQuestion {
  /** English terms; '' if none is known. */
  readonly search: string;
  readonly found: string;
  readonly nothing: string;
}

/** The language of a text, by its letters and short words; undefined if it cannot be detected. */
export function detectLanguage(text: string): string | undefined {
  const script = SCRIPTS.find(([, letters]) => letters.test(text));
  if (script) return script[0];
  const words = plain(text);
  return alphabeticLanguage(words) ?? (count(words, ENGLISH) > 0 ? 'en' : undefined);
}

function alphabeticLanguage(words: readonly string[]): string | undefined {
  const [best] = Object.entries(ALPHABETIC)
    .map(([code, { marks }]) => ({ code, marks: count(words, new Set(marks.split(' '))) }))
    .sort((a, b) => b.marks - a.marks);
  return best && best.marks > count(words, ENGLISH) ? best.code : undefined;
}

/** Reads a question that is not in English; undefined if it is, or if the language cannot be detected. */
export function readForeignQuestion(text: string): ForeignQuestion | undefined {
  const script = SCRIPTS.find(([, letters]) => letters.test(text));
  if (script) {
    const [, , { found, nothing, words }] = script;
    const known = pairs(words).flatMap(([word, english]) => (text.includes(word) ? [english] : []));
    return { found, nothing, search: [...new Set(known), ...(text.match(/[a-z][a-z0-9_.-]+/gi) ?? [])].join(' ') };
  }
  const words = plain(text);
  const language = ALPHABETIC[alphabeticLanguage(words) ?? ''];
  if (!language) return undefined;
  const { marks, found, nothing, words: glossary } = language;
  const known = pairs(glossary);
  const small = new Set(marks.split(' '));
  const search = words.flatMap((word) => {
    const english = known.find(([begin]) => word.startsWith(begin))?.[1];
    return english === undefined ? (small.has(word) ? [] : [word]) : [english];
  });
  return { found, nothing, search: [...new Set(search)].join(' ') };
}

function plain(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replaceAll('ı', 'i')
      .match(/[a-z]+/g) ?? []
  );
}

function pairs(words: string): (readonly [string, string])[] {
  return words.split(' ').map((pair) => pair.split('=') as [string, string]);
}

function count(words: readonly string[], of: ReadonlySet<string>): number {
  return words.filter((word) => of.has(word)).length;
}
