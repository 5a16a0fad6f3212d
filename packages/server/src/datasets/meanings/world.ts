/** Words with the same meaning in Turkish, Arabic, Hebrew, Persian, Hindi, Indonesian, Japanese, Chinese and Korean, one line for each thing. */
export const WORLD = `
  kargo teslimat gönderim nakliye
  fiyat ücret maliyet 0price
  iade değişim
  para iade
  kırık hasarlı bozuk kusurlu
  garanti
  ödeme ödemek
  hediye çek kupon
  indirim kampanya
  çalışma açık kapalı saat 0hours
  mağaza dükkan
  adres ulaşım
  otopark park
  iletişim telefon numara aramak 0phone
  iş kariyer ilan
  toptan kurumsal firma
  şifre parola hesap
  iptal
  sipariş satın
  stok mevcut
  beden ölçü
  yıkama temizlik
  alerji
  çocuk bebek
  randevu rezervasyon
  kurs atölye
  tamir onarım
  kiralama kiralık
  geçerli geçerlilik
  ücretsiz bedava
  fatura fiş
  شحن توصيل تسليم إرسال طرد
  سعر تكلفة ثمن رسوم كم 0price
  إرجاع استرجاع استبدال إعادة
  استرداد مبلغ أموال
  مكسور تالف معيب
  ضمان كفالة
  دفع سداد
  قسيمة كوبون هدية
  خصم تخفيض عرض
  ساعات أوقات دوام مفتوح مغلق عمل 0hours
  متجر محل فرع
  عنوان موقع
  موقف مواقف سيارة
  اتصال تواصل هاتف رقم 0phone
  وظيفة وظائف عمل
  جملة شركة شركات
  حساب تسجيل
  إلغاء
  طلب شراء
  متوفر مخزون
  مقاس حجم
  غسل غسيل تنظيف
  حساسية
  طفل أطفال
  موعد حجز
  دورة دروس ورشة
  إصلاح تصليح صيانة
  إيجار تأجير
  صالح صلاحية
  مجاني مجانا
  فاتورة إيصال
  משלוח שליחות חבילה
  מחיר עלות עולה 0price
  החזרה החלפה להחזיר
  החזר כסף זיכוי
  שבור פגום
  אחריות
  תשלום לשלם
  שובר קופון
  הנחה מבצע
  שעות פתיחה פתוח סגור 0hours
  חנות סניף
  כתובת הגעה
  חניה
  קשר טלפון 0phone
  עבודה משרה דרושים
  ביטול לבטל
  הזמנה להזמין
  מידה
  כביסה ניקוי
  תור
  תיקון לתקן
  חינם
  ارسال تحویل پست
  قیمت هزینه 0price
  مرجوع بازگشت تعویض
  شکسته خراب معیوب
  گارانتی ضمانت
  پرداخت
  تخفیف
  ساعت کاری باز بسته 0hours
  فروشگاه مغازه
  تماس تلفن شماره 0phone
  لغو
  سفارش خرید
  تعمیر
  رایگان
  डिलीवरी शिपिंग भेजना
  कीमत दाम मूल्य शुल्क 0price
  वापसी लौटाना बदलना रिटर्न
  रिफंड पैसे
  टूटा खराब
  वारंटी गारंटी
  भुगतान पेमेंट
  छूट
  खुला बंद समय 0hours
  दुकान स्टोर
  संपर्क फोन नंबर 0phone
  नौकरी
  रद्द
  ऑर्डर खरीदना
  मरम्मत
  मुफ्त
  pengiriman kirim ongkir antar paket
  harga biaya tarif 0price
  pengembalian retur tukar kembalikan
  rusak pecah cacat
  garansi
  pembayaran bayar
  diskon promo
  jam buka tutup 0hours
  toko
  alamat lokasi
  parkir
  kontak telepon nomor hubungi 0phone
  lowongan kerja
  batal pembatalan
  pesanan pesan beli
  ukuran
  cuci
  perbaikan servis
  gratis
  送料 配送 発送 配達 郵送 宅配 お届
  価格 値段 料金 金額 費用 いくら 0price
  返品 交換 返却
  返金 払戻
  破損 不良 故障 壊れ 割れ
  保証
  支払 決済
  割引 値引 特典
  営業 開店 閉店 開館 定休 休業 0hours
  店舗 お店 本店 店頭
  住所 場所 所在
  駐車 車場
  電話 連絡 問合 0phone
  求人 採用 募集 仕事
  卸売 法人 業者
  解約 取消 停止 退会
  注文 購入
  在庫 入荷
  寸法 大き
  洗濯 洗い 掃除 手入
  子供 子ど 幼児
  予約 申込
  教室 講座 体験
  修理 修繕
  貸出 レン
  有効 期限
  無料 無償
  領収 請求
  変更 修正
  运费 邮费 快递 配送 发货 送货 寄送 物流 運費 郵費 快遞 送貨 出貨 寄送
  价格 价钱 多少 费用 收费 價格 價錢 費用 收費 0price
  退货 退换 换货 退還 退貨 換貨
  退款 退钱 退錢
  损坏 破损 坏了 瑕疵 碎了 損壞 破損 壞了
  保修 质保 保固 质量
  付款 支付 结账 結帳
  优惠 折扣 打折 優惠
  营业 开门 关门 營業 開門 關門 0hours
  门店 店铺 商店 店面 門市 店鋪
  地址 位置 哪里 地點
  停车 车位 停車
  电话 联系 客服 電話 聯絡 聯繫 0phone
  招聘 工作 职位 應徵 職缺 徵才
  批发 企业 公司 批發 企業
  取消 退订 退訂
  订单 下单 购买 訂單 下單 購買
  库存 有货 缺货 庫存
  尺寸 大小 尺码
  清洗 清洁 洗涤 水洗 保养 清潔 保養
  过敏 過敏
  儿童 孩子 宝宝 小孩 兒童
  预约 预订 預約 預訂
  课程 上课 課程
  维修 修理 維修
  租借 出租 租赁
  有效 过期 到期 效期
  免费 免費
  发票 發票 收据
  自取 自提
  修改 更改
  배송 배달 택배 발송
  가격 비용 요금 금액 얼마 0price
  반품 교환 반송
  환불
  파손 불량 고장 깨진
  보증 품질
  결제 지불 카드
  할인 쿠폰 혜택
  영업 운영 오픈 휴무 0hours
  매장 가게 지점
  주소 위치 오시
  주차
  전화 연락 문의 고객 0phone
  채용 일자 구인
  도매 기업 업체
  취소 해지
  주문 구매
  재고 품절
  사이 크기 치수
  세탁 세척 관리
  어린 아이 유아
  예약
  강좌 수업 클래
  수리 수선
  대여 렌탈
  유효 기한
  무료
  영수 계산
  변경 수정
`;
