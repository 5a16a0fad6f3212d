/** Words with the same meaning in English, one line for each thing. */
export const ENGLISH = `
  shipping delivery postage dispatch courier freight parcel shipment
  delivery arrive arrival 0arrival
  home absent neighbour neighbor
  price cost fee charge rate tariff pricing afford 0price
  return exchange withdrawal back
  refund reimbursement money back
  broken damaged defective faulty cracked smashed snapped torn
  warranty guarantee
  payment pay paid paypal checkout
  unpaid overdue due
  instalment installment finance
  voucher coupon gift certificate
  discount rebate reduction offer promotion concession sale reduced percent 0percent
  gift present
  pause skip hold suspend
  hours open opening close closing closed shut timetable 0hours
  shop store showroom branch location
  address located directions map find 0address
  sell buy trade
  used secondhand preowned refurbished
  parking park car garage
  puncture flat
  contact phone telephone call reach hotline 0phone
  contact email mail 0email
  job career vacancy hiring recruitment employment work applicant apply opening
  apprenticeship apprentice trainee internship traineeship
  wholesale trade business b2b reseller bulk company corporate
  account profile login signin register registration
  newsletter mailing bulletin emails
  unsubscribe leave optout cancel stop
  cancel cancellation terminate stop
  privacy data gdpr
  delete erase remove close
  order purchase buy
  stock available availability backorder
  size dimension measurement
  clean wash cleaning washing laundry care
  allergy allergic allergen intolerance
  poisonous toxic harmful dangerous
  child kid baby toddler infant son daughter boy girl
  wheelchair accessible accessibility disabled disability ramp step lift elevator
  bus train station directions
  tour visit
  wedding bride marriage
  birthday party celebration
  ticket admission entry
  group school
  toilet restroom bathroom loo
  wifi internet
  menu dish
  room accommodation overnight
  appointment booking book reserve reservation reschedule rebook postpone
  course class workshop lesson seminar
  repair fix mend
  rent rental hire lend borrow
  organic eco sustainable sustainability environment ethical
  origin source made manufactured produced
  fresh shelf expiry
  vegan vegetarian
  dispose recycle recycling waste
  reusable reuse refill container
  custom bespoke personalised personalized engraving
  assembly fitting assemble
  ingredient material composition
  minimum least smallest
  maximum limit largest
  expire expiry validity valid lapse
  free complimentary gratis nothing
  track tracking trace
  collect collection pickup
  change modify edit amend alter
  complaint claim
  food eat meal snack menu
  loyalty points rewards member membership club
  invoice bill receipt
  help support assistance
  trial demo try test sample
  import upload load
  export download
  offline internet connection
  2fa mfa twofactor twostep authenticator verification
  browser chrome firefox safari edge
  app mobile android iphone smartphone
  laptop computer notebook
  bicycle bike cycle
  battery charger
  review feedback rating
  document paperwork passport
  down outage uptime status unavailable
  server host hosting hosted
  invite add
  remind reminder
  sync synchronise connect integration integrate
  upgrade downgrade plan tier
  refer recommend referral friend
  charity nonprofit nonprofits
  teacher staff colleague coworker employee
  repeat recurring weekly
  pain hurt ache sore
  lost lose loss stolen theft
  spare replacement replace
  borrow lend loan
  glasses spectacles
  pregnant pregnancy
  elderly senior pensioner
  kids child
  abroad overseas international foreign
  emergency urgent
  doctor dentist practice
  pet dog cat
  kids children family
  insurance insured
  holiday vacation
  fast quick speed express rush sameday nextday
  quiet calm peaceful busy crowded packed
  alone solo partner
  tooth dental
  proofread spelling typo mistake
  tesla ev charging plug
  beach seaside coast sea
  bbq barbecue grill
  disposable throwaway
  cylinder bottle canister
  vaccination vaccine jab injection booster
  operation surgery op
  weight heavy
  colour color shade
  setting option configuration preference
  install setup installation
  picture image photo
  error problem trouble issue
  licence license
`;
