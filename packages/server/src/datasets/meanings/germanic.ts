/** Words with the same meaning in German and Dutch, one line for each thing. */
export const GERMANIC = `
  versand lieferung zustellung porto sendung paket verschicken liefern transport
  lieferzeit lieferdauer liefertermin liefertag zustelltermin 0arrival
  liefergebiet umkreis postleitzahl plz
  mindestbestellwert mindestbestellung mindermengenzuschlag versandkosten aufpreis
  hause zuhause daheim abwesend nachbar
  preis kosten gebühr tarif kostet entgelt teuer 0price
  rückgabe rücksendung retoure widerruf umtausch zurückgeben zurückschicken zurücksenden umtauschen zurück
  erstattung rückerstattung rückzahlung geld gutschrift zurück
  defekt beschädigt kaputt zerbrochen gebrochen fehlerhaft mangel reklamation schaden verdorben
  garantie gewährleistung reklamation reklamieren
  zahlung bezahlen zahlen zahlungsart bezahlung paypal
  barzahlung bargeld bar
  kreditkarte kartenzahlung visa mastercard zahlung
  ratenzahlung finanzierung raten zahlung
  gutschein geschenkkarte coupon
  rabatt nachlass ermäßigung skonto angebot vergünstigung aktion prozent 0percent
  schlussverkauf ausverkauf sale reduziert herabgesetzt
  geschenk schenken verschenken präsent
  gebraucht secondhand getragen alt
  verkaufen ankauf ankaufen inzahlungnahme eintauschen
  öffnungszeiten geöffnet offen geschlossen öffnen schließen 0hours
  laden geschäft filiale ladengeschäft standort
  adresse anschrift anfahrt 0address
  park parken parkplatz parkhaus stellplatz auto
  kontakt telefon telefonnummer rufnummer anrufen rufen erreichen hotline 0phone
  kontakt email mail 0email
  stellenangebot job stelle arbeit karriere bewerbung mitarbeiter
  ausbildung azubi auszubildende lehre lehrling praktikum ausbildungsplatz
  händler großhandel wiederverkäufer gewerbe geschäftskunde firma unternehmen gewerblich
  konto kundenkonto profil anmeldung login registrieren registrierung einloggen
  passwort kennwort password
  lagern lagerung aufbewahren aufbewahrung
  speichern gespeichert aufbewahren aufbewahrt bewahren behalten
  newsletter rundbrief
  abbestellen abmelden
  abo abonnement dauerauftrag regelmäßig
  stornieren kündigen widerrufen storno kündigung beenden
  datenschutz daten dsgvo
  löschen entfernen
  bestellung bestellen auftrag kauf einkauf
  verfügbar lager vorrätig lieferbar ausverkauft
  größe maß abmessung
  waschen reinigen reinigung pflege wäsche waschmaschine
  allergie allergiker allergisch unverträglich vertragen
  giftig schädlich gefährlich
  kind baby kleinkind
  rollstuhl barrierefrei barrierefreiheit behindert rampe stufenlos aufzug fahrstuhl
  bus bahn haltestelle anfahrt
  führung besichtigung besichtigen rundgang
  termin buchung buchen reservieren reservierung anmelden
  kurs workshop seminar unterricht
  reparatur reparieren instandsetzung ausbessern flicken stopfen werkstatt kaputt
  mieten leihen verleih ausleihen vermietung
  bio ökologisch nachhaltig umwelt
  pestizid spritzmittel gespritzt ungespritzt
  herstellung herstellen hergestellt herkunft produktion produziert gefertigt
  zutat material bestandteil
  mindest mindestens
  gültig gültigkeit ablauf
  kostenlos gratis umsonst frei
  sendungsverfolgung verfolgen
  abholung abholen selbstabholung
  ändern änderung
  beschwerde reklamation reklamieren
  essen speise mahlzeit
  treuepunkte punkte kundenkarte treuekarte bonus stammkunde
  rechnung beleg quittung
  hilfe unterstützung support
  notfall dringend schmerz schmerzen
  probezeit testen ausprobieren probe probieren kennenlernen
  schwanger schwangerschaft
  angst panik
  kontrolle untersuchung vorsorge
  verloren verlust diebstahl
  ausland international
  anfänger einsteiger
  versicherung versichert
  ferien urlaub feiertag
  vertrag laufzeit mindestlaufzeit kündigungsfrist
  mitglied mitgliedschaft beitrag
  pause pausieren aussetzen unterbrechen
  gruppe verein schulklasse klasse
  senior senioren rentner älter
  student schüler azubi ermäßigung
  hund haustier tier
  eintritt ticket eintrittskarte
  speisekarte menü gericht
  zimmer übernachtung unterkunft
  wlan internet
  toilette wc
  handy smartphone telefon iphone
  computer laptop rechner pc notebook
  akku batterie
  fahrrad rad räder
  auto wagen pkw fahrzeug
  montage aufbau aufbauen einbau montieren zusammenbauen
  entsorgung entsorgen altgerät müll wegwerfen
  maßanfertigung sonderanfertigung individuell
  ersatzteil zubehör
  wartung inspektion
  frisch haltbar haltbarkeit mindesthaltbarkeit
  vegan vegetarisch fleischlos
  hochzeit heirat heiraten braut trauung
  geburtstag feier feiern fest party
  trauer beerdigung bestattung
  lärm laut leise ruhe
  inhaber chef team ansprechpartner
  kundenservice kundendienst ansprechpartner kontakt
  bewertung feedback kritik lob
  unterlagen dokument papiere ausweis personalausweis
  krankenkasse kasse versicherung
  foto bild
  gewicht schwer kilo
  lehrer trainer kursleiter
  wartezeit warten dauer
  person leute sitzplatz
  qm m2 quadratmeter
  voll leer ruhig besucht auslastung
  sendungsnummer tracking verschwunden
  umziehen umzug adressänderung
  schnell eilig express
  verzending levering bezorging pakket verzenden leveren bezorgen verzendkosten
  prijs kosten tarief kost 0price
  retour terugsturen ruilen retourneren herroeping
  terugbetaling geld terugbetalen
  kapot beschadigd defect gebroken
  garantie
  betaling betalen
  cadeaubon cadeaukaart waardebon kortingscode
  korting aanbieding actie
  openingstijden open gesloten openen sluiten 0hours
  winkel zaak filiaal
  adres route
  parkeren parkeerplaats auto
  contact telefoon telefoonnummer bellen bereiken 0phone
  vacature baan werk werken sollicitatie
  stage leerling
  groothandel zakelijk bedrijf wederverkoper
  wachtwoord
  nieuwsbrief uitschrijven afmelden
  annuleren opzeggen annulering
  verwijderen wissen
  bestelling bestellen kopen
  voorraad leverbaar beschikbaar
  maat afmeting
  wassen schoonmaken reinigen
  allergie allergisch
  kind baby
  rolstoel toegankelijk
  afspraak reserveren boeken reservering
  cursus les workshop
  reparatie repareren herstellen
  huren verhuur lenen
  geldig geldigheid verloopt
  gratis
  afhalen ophalen
  factuur bon
`;
