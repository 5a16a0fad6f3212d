/** Words with the same meaning in French, Spanish, Italian and Portuguese, one line for each thing. */
export const ROMANCE = `
  livraison expédition envoi port colis livrer expédier transport
  prix coût tarif frais coûte 0price
  retour renvoi échange rétractation renvoyer retourner échanger
  remboursement rembourser argent
  cassé abîmé endommagé défectueux brisé
  garantie garanti
  paiement payer règlement régler
  chèque-cadeau bon cadeau carte-cadeau coupon
  remise réduction rabais promotion solde
  horaires ouverture ouvert fermé fermeture ouvrir heures 0hours
  magasin boutique
  adresse accès plan
  stationnement parking garer voiture
  contact téléphone numéro appeler joindre 0phone
  emploi poste recrutement embauche travail carrière candidature
  apprentissage apprenti alternance stage
  grossiste professionnel revendeur entreprise gros
  compte profil connexion inscription
  lettre newsletter infolettre
  désabonner désinscription désinscrire
  annuler annulation résilier
  confidentialité données rgpd
  supprimer effacer
  commande achat acheter commander
  disponible stock rupture
  taille dimension mesure
  laver nettoyer lavage entretien nettoyage
  allergie allergique allergène
  toxique dangereux nocif
  enfant bébé
  handicapé fauteuil accessibilité accessible rampe
  rendez-vous réservation réserver
  cours atelier stage formation
  réparation réparer
  louer location emprunter
  biologique écologique durable
  ingrédient composition matière
  minimum minimal
  valable validité expire expirer
  gratuit offert
  suivi suivre
  retrait retirer récupérer
  modifier changer modification
  fidélité points
  facture reçu
  urgence urgent
  rapide express
  envío entrega reparto paquete enviar porte gastos mensajería
  precio coste costo cuesta tarifa vale 0price
  devolución cambio desistimiento devolver cambiar
  reembolso reembolsar dinero
  roto dañado defectuoso averiado
  garantía garantizado
  pago pagar tarjeta abonar
  cheque regalo vale cupón bono
  descuento rebaja oferta promoción
  horario abierto cerrado abrir cerrar apertura abren cierran 0hours
  tienda local
  dirección ubicación llegar
  aparcar aparcamiento parking estacionamiento coche
  contacto teléfono número llamar 0phone
  empleo trabajo vacante contratar puesto
  prácticas aprendiz formación
  mayorista profesional empresa revendedor mayor
  cuenta perfil registro sesión
  boletín newsletter
  baja darse desuscribir
  cancelar anular cancelación anulación
  privacidad datos
  borrar eliminar suprimir
  pedido compra comprar pedir
  disponible existencias agotado
  talla tamaño medida
  lavar limpiar limpieza lavado cuidado
  alergia alérgico alérgeno
  tóxico venenoso peligroso
  niño bebé infantil
  minusválido silla accesible accesibilidad rampa
  cita reserva reservar
  curso taller clase
  reparación reparar arreglar
  alquilar alquiler
  ecológico orgánico sostenible
  ingrediente composición material
  mínimo
  válido validez caduca caducidad
  gratis gratuito
  seguimiento rastrear
  recoger recogida
  modificar cambiar
  puntos fidelidad
  factura recibo
  urgencia urgente
  rápido urgente exprés
  spedizione consegna pacco corriere spedire consegnare
  prezzo costo tariffa costa 0price
  reso restituzione recesso cambio restituire
  rimborso rimborsare soldi
  rotto danneggiato difettoso
  garanzia
  pagamento pagare
  buono regalo coupon
  sconto offerta promozione saldo
  orario aperto chiuso apertura chiusura aprire 0hours
  negozio
  indirizzo arrivare
  parcheggio parcheggiare auto
  contatto telefono numero chiamare 0phone
  lavoro impiego posto assunzione
  apprendista tirocinio stage
  ingrosso rivenditore azienda professionale
  account profilo accesso registrazione
  annullare cancellare disdire
  ordine acquisto comprare ordinare
  disponibile scorte esaurito
  taglia misura dimensione
  lavare pulire lavaggio pulizia
  allergia allergico allergene
  bambino neonato
  disabile rotelle accessibile
  appuntamento prenotazione prenotare
  corso laboratorio lezione
  riparazione riparare
  noleggio noleggiare affitto
  biologico ecologico sostenibile
  valido validità scadenza scade
  gratis gratuito
  ritiro ritirare
  fattura ricevuta
  envio entrega frete encomenda enviar portes
  preço custo tarifa custa valor 0price
  devolução troca devolver trocar
  reembolso reembolsar dinheiro
  partido danificado defeituoso quebrado
  garantia
  pagamento pagar
  vale presente cupão cupom
  desconto promoção oferta saldo
  horário aberto fechado abrir fechar abertura 0hours
  loja
  endereço morada localização
  estacionamento estacionar carro
  contacto contato telefone número ligar 0phone
  emprego trabalho vaga
  estágio aprendiz
  atacado grossista revendedor empresa
  conta perfil senha palavra-passe
  cancelar anular cancelamento
  pedido compra comprar encomendar
  disponível estoque stock esgotado
  tamanho medida
  lavar limpar lavagem limpeza
  alergia alérgico
  criança bebé bebê
  deficiente cadeira acessível
  marcação reserva reservar agendar consulta
  curso aula oficina
  reparação conserto reparar consertar
  alugar aluguer aluguel
  válido validade expira
  grátis gratuito
  recolher levantar retirar
  fatura recibo
`;
