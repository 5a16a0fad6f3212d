/** Words with the same meaning in Polish, Russian and Ukrainian, one line for each thing. */
export const SLAVIC = `
  wysyłka dostawa przesyłka paczka kurier wysłać dostarczyć
  cena koszt opłata kosztuje 0price
  zwrot zwrócić wymiana odstąpienie oddać
  zwrot pieniądze
  uszkodzony zepsuty wadliwy pęknięty
  gwarancja rękojmia
  płatność zapłacić płacić
  bon voucher karta podarunkowa
  rabat zniżka promocja
  godziny otwarte otwarcia zamknięte czynne 0hours
  sklep
  adres dojazd
  parking parkować zaparkować
  kontakt telefon numer zadzwonić 0phone
  praca oferta rekrutacja
  hurt hurtowy firma
  konto profil hasło logowanie
  anulować rezygnacja
  zamówienie zamówić kupić
  dostępny magazyn
  rozmiar wymiar
  prać czyścić pranie
  alergia alergen
  dziecko
  wizyta rezerwacja umówić
  kurs warsztat zajęcia
  naprawa naprawić
  wypożyczyć wynajem
  ważny ważność
  darmowy bezpłatny gratis
  faktura paragon
  доставка отправка посылка курьер доставить отправить
  цена стоимость стоит тариф 0price
  возврат вернуть обмен обменять
  деньги возврат
  сломан разбит повреждён брак дефект
  гарантия
  оплата оплатить платить
  сертификат подарочный купон
  скидка акция
  часы работы открыты закрыты график режим 0hours
  магазин адрес
  парковка парковаться
  контакт телефон номер позвонить 0phone
  вакансия работа
  опт оптовый компания
  пароль аккаунт вход
  отменить отмена
  заказ заказать купить
  наличие доступен
  размер
  стирать чистить мыть стирка
  аллергия
  ребёнок дети
  запись записаться приём бронирование
  курс занятие
  ремонт починить
  аренда прокат
  действителен срок
  бесплатно бесплатный
  самовывоз забрать
  доставка відправка посилка доставити
  ціна вартість коштує 0price
  повернення повернути обмін
  пошкоджений зламаний розбитий дефект
  гарантія
  оплата оплатити сплатити
  сертифікат купон
  знижка акція
  години роботи відкрито зачинено графік 0hours
  магазин адреса
  контакт телефон номер подзвонити 0phone
  вакансія робота
  скасувати скасування
  замовлення замовити купити
  розмір
  ремонт полагодити
  безкоштовно
`;
