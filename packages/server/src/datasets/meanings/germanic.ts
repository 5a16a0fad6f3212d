/** Words with the same meaning in German and Dutch, one line for each thing. */
export const GERMANIC = `
  versand lieferung zustellung porto sendung paket verschicken liefern transport
  preis kosten gebühr tarif kostet entgelt teuer 0price
  rückgabe rücksendung retoure widerruf umtausch zurückgeben zurückschicken zurücksenden umtauschen zurück
  erstattung rückerstattung rückzahlung geld gutschrift zurück
  defekt beschädigt kaputt zerbrochen gebrochen fehlerhaft mangel reklamation schaden
  garantie gewährleistung
  zahlung bezahlen zahlen zahlungsart bezahlung
  ratenzahlung finanzierung raten
  gutschein geschenkkarte coupon
  rabatt nachlass ermäßigung skonto angebot vergünstigung aktion
  öffnungszeiten geöffnet offen geschlossen öffnen schließen 0hours
  laden geschäft filiale ladengeschäft standort
  adresse anschrift anfahrt 0address
  park parken parkplatz parkhaus stellplatz auto
  kontakt telefon telefonnummer rufnummer anrufen rufen erreichen hotline 0phone
  kontakt email mail 0email
  stellenangebot job stelle arbeit karriere bewerbung mitarbeiter
  ausbildung azubi auszubildende lehre lehrling praktikum ausbildungsplatz
  händler großhandel wiederverkäufer gewerbe geschäftskunde firma unternehmen gewerblich
  konto kundenkonto profil anmeldung login
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
  rollstuhl barrierefrei barrierefreiheit behindert rampe stufenlos
  termin buchung buchen reservieren reservierung anmelden
  kurs workshop seminar unterricht
  reparatur reparieren instandsetzung ausbessern flicken stopfen
  mieten leihen verleih ausleihen vermietung
  bio ökologisch nachhaltig umwelt
  zutat material bestandteil
  mindest mindestens
  gültig gültigkeit ablauf
  kostenlos gratis umsonst frei
  sendungsverfolgung verfolgen
  abholung abholen selbstabholung
  ändern änderung
  beschwerde reklamation reklamieren
  essen speise mahlzeit
  treuepunkte punkte kundenkarte treuekarte bonus
  rechnung beleg quittung
  hilfe unterstützung support
  notfall dringend schmerz schmerzen
  probezeit testen ausprobieren
  schwanger schwangerschaft
  angst panik
  kontrolle untersuchung vorsorge
  verloren verlust diebstahl
  ausland international
  anfänger einsteiger
  versicherung versichert
  ferien urlaub feiertag
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
