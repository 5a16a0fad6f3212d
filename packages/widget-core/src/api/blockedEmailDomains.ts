import { attempt } from '../lib/attempt';

/** Longer texts are not valid addresses (specification, section 5) and are not checked. */
const ADDRESS_MAX_LENGTH = 254;

/*
 * Services for disposable mailboxes, and domains that give subdomains to anyone for free. Sorted, lower case, unique.
 * Permanent mailboxes are not listed, however private: relays and free mail services are excluded.
 */
const DOMAINS = `
0815.ru 0clickemail.com 10mail.org 10minutemail.co.za 10minutemail.com 10minutemail.de 10minutemail.net 10minutemail.org 10minutesmail.com 20email.eu
20mail.eu 20mail.in 20minutemail.com 20minutemail.it 2prong.com 30minutemail.com 60minutemail.com 6url.com 7tags.com afrobacon.com anonbox.net
anonmails.de anonymbox.com antichef.com antichef.net antispam.de antispam24.de appixie.com armyspy.com beefmilk.com binkmail.com bobmail.info boun.cr
bouncr.com boxformail.in boximail.com brefmail.com bsnow.net bspamfree.org bugmenot.com bumpymail.com burnthespam.info burstmail.info byom.de
chickenkiller.com chogmail.com choicemail1.com chong-mail.com chong-mail.net chong-mail.org clrmail.com co.cc courriel.fr.nf courrieltemporaire.com
crapmail.org crazymailing.com cu.cc curryworld.de cz.cc dayrep.com dcemail.com ddns.net deadaddress.com deadspam.com despam.it despammed.com
devnullmail.com discard.email discardmail.com discardmail.de dispomail.eu disposableaddress.com disposableemailaddresses.com disposableinbox.com
dispose.it disposeamail.com disposemail.com dispostable.com dodgeit.com dodgit.com dodgit.org dontreg.com dontsendmespam.de dotmsg.com dropmail.me
dudmail.com dump-email.info dumpandjunk.com dumpmail.de dumpyemail.com easytrashmail.com einmalmail.de einrot.com einrot.de eintagsmail.de email60.com
emaildienst.de emailgo.de emailigo.de emailinfive.com emaillime.com emailmiser.com emailondeck.com emailproxsy.com emailsensei.com emailtemporanea.com
emailtemporanea.net emailtemporar.ro emailtemporario.com.br emailthe.net emailtmp.com emailwarden.com emailxfer.com ephemail.net explodemail.com
eyepaste.com fakeinbox.com fakeinformation.com fakemail.fr fakemail.net fakemailgenerator.com fakemailz.com fantasymail.de fightallspam.com
filzmail.com fivemail.de flyspam.com forgetmail.com fr33mail.info frapmail.com get1mail.com get2mail.fr getairmail.com getmails.eu getnada.com
getonemail.com getonemail.net ghosttexter.de goemailgo.com gotmail.net gotmail.org grr.la guerillamail.biz guerillamail.com guerillamail.net
guerillamail.org guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com
gustr.com haltospam.com harakirimail.com hatespam.org hidzz.com hmamail.com hopemail.biz hopto.org hulapla.de ieatspam.eu ieatspam.info ieh-mail.de
ignorelist.com iheartspam.org ikbenspamvrij.nl imails.info inbax.tk inboxalias.com inboxbear.com inboxclean.com inboxclean.org inboxkitten.com
inboxproxy.com incognitomail.com incognitomail.net incognitomail.org instant-mail.de instantemailaddress.com ipoo.org jetable.com jetable.fr.nf
jetable.net jetable.org jourrapide.com jumpingcrab.com junkmail.gq keepmymail.com killmail.com killmail.net koszmail.pl kurzepost.de lackmail.net
letthemeatspam.com link2mail.net litedrop.com m4ilweb.info mail-filter.com mail-temporaire.fr mail1a.de mail21.cc mail2rss.org mail4trash.com
mailbidon.com mailblocks.com mailbucket.org mailcatch.com mailde.de mailde.info maildrop.cc maildx.com maileater.com mailed.ro mailexpire.com
mailfa.tk mailforspam.com mailfree.ga mailfreeonline.com mailfs.com mailguard.me mailhazard.com mailhazard.us mailimate.com mailin8r.com
mailinater.com mailinator.com mailinator.net mailinator.org mailinator.us mailinator2.com mailincubator.com mailismagic.com mailjunk.cf mailme.gq
mailme.ir mailme.lv mailme24.com mailmetrash.com mailmoat.com mailms.com mailna.me mailnator.com mailnesia.com mailnull.com mailorg.org mailpick.biz
mailpoof.com mailproxsy.com mailquack.com mailrock.biz mailsac.com mailscrap.com mailseal.de mailshell.com mailsiphon.com mailslite.com mailsucker.net
mailtemp.info mailtemporaire.com mailtemporaire.fr mailtothis.com mailtrash.net mailtv.net mailtv.tv mailzilla.com mailzilla.org meinspamschutz.de
meltmail.com messagebeamer.de mierdamail.com migmail.pl mintemail.com moakt.cc moakt.co moakt.com moakt.ws mohmal.com mohmal.im mohmal.in mohmal.tech
moncourrier.fr.nf monemail.fr.nf monmail.fr.nf mooo.com mycleaninbox.net mymail-in.net myphantomemail.com mysamp.de myspamless.com mytemp.email
mytempemail.com mytrashmail.com nervmich.net nervtmich.net netmails.net neverbox.com nincsmail.com nincsmail.hu no-spam.ws nobulk.com noclickemail.com
nogmailspam.info nomail.pw nomail.xl.cx nomail2me.com nomorespamemails.com nospam.ze.tc nospam4.us nospamfor.us nospammail.net nospamthanks.info
notmailinator.com nowmymail.com nurfuerspam.de objectmail.com obobbo.com oneoffemail.com onewaymail.com outlawspam.com owlpic.com pancakemail.com
pookmail.com proxymail.eu quickinbox.com quickmail.nl rcpt.at reallymymail.com recyclemail.dk rejectmail.com rhyta.com safersignup.de safetymail.info
safetypost.de saynotospams.com schafmail.de schrott-email.de secretemail.de secure-mail.biz selfdestructingmail.com sendspamhere.com
senseless-entertainment.com sharklasers.com shiftmail.com shitmail.me shitmail.org shitware.nl sinnlos-mail.de skeefmail.com slapsfromlastnight.com
slopsbox.com slushmail.com smashmail.de smellfear.com snakemail.com snkmail.com sofimail.com sofort-mail.de sogetthis.com soodonims.com spam.la
spam.su spam4.me spamail.de spamavert.com spambob.com spambob.net spambob.org spambog.com spambog.de spambog.ru spambox.info spambox.us spamcannon.com
spamcannon.net spamcero.com spamcon.org spamcorptastic.com spamday.com spamfighter.cf spamfree.eu spamfree24.com spamfree24.de spamfree24.eu
spamfree24.info spamfree24.net spamfree24.org spamgoes.in spamherelots.com spamhereplease.com spamhole.com spamify.com spaminator.de spamkill.info
spaml.com spaml.de spamobox.com spamoff.de spamslicer.com spamspot.com spamstack.net spamthis.co.uk spamthisplease.com spamtrail.com spamtroll.net
speed.1s.fr spoofmail.de startkeys.com stop-my-spam.com strangled.net stuffmail.de supergreatmail.com superrito.com suremail.info sytes.net
tafmail.com teleworm.com teleworm.us temp-mail.com temp-mail.de temp-mail.io temp-mail.org temp-mail.ru tempail.com tempalias.com tempe-mail.com
tempemail.biz tempemail.co.za tempemail.com tempemail.net tempinbox.co.uk tempinbox.com tempmail.de tempmail.eu tempmail.it tempmail2.com
tempmaildemo.com tempmailer.com tempmailer.de tempmailo.com tempomail.fr temporarily.de temporarioemail.com.br temporaryemail.net temporaryemail.us
temporaryforwarding.com temporaryinbox.com temporarymailaddress.com tempthe.net tempymail.com thanksnospam.info thisisnotmyrealemail.com thismail.net
throwam.com throwawayemailaddress.com throwawaymail.com tmail.ws tmailinator.com tmpmail.net tmpmail.org toiea.com toomail.biz tradermail.info
trash-mail.at trash-mail.com trash-mail.de trash2009.com trashdevil.com trashdevil.de trashemail.de trashinbox.com trashmail.at trashmail.com
trashmail.de trashmail.me trashmail.net trashmail.org trashmail.ws trashmailer.com trashymail.com trashymail.net trialmail.de tryalert.com twinmail.de
uroid.com us.to veryrealemail.com walkmail.net webemail.me webm4il.info wegwerf-email.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de
wegwerfmail.de wegwerfmail.info wegwerfmail.net wegwerfmail.org wh4f.org whyspam.me willhackforfood.biz willselfdestruct.com wuzupmail.net xmaily.com
xoxy.net yomail.info yopmail.com yopmail.fr yopmail.net you-spam.com zapto.org zehnminuten.de zehnminutenmail.de zippymail.info zoaxe.com
`;

/** The blocked domains, including all their subdomains. */
export const BLOCKED_EMAIL_DOMAINS: ReadonlySet<string> = new Set(DOMAINS.trim().split(/\s+/));

/**
 * Whether an address belongs to a disposable or free-subdomain mail domain, or a subdomain of one
 * (`a@x.mailinator.com`) [W-33].
 *
 * Used only with the setting `blockDisposableEmails`, on both sides. Import this file dynamically: the list is a chunk
 * of its own. Linear in the length of the address; domains are compared in lower case and in ASCII form.
 *
 * @returns false for invalid addresses
 */
export function isBlockedEmailDomain(address: string): boolean {
  const text = address.trim();
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > ADDRESS_MAX_LENGTH) return false;
  const labels = toAsciiDomain(text.slice(at + 1)).split('.');
  return labels.some((_, index) => BLOCKED_EMAIL_DOMAINS.has(labels.slice(index).join('.')));
}

/** Converts to the ASCII form, so that look-alike letters of other alphabets cannot hide a listed name. */
function toAsciiDomain(domain: string): string {
  const host = attempt(() => new URL(`https://${domain}`).hostname) ?? domain.toLowerCase();
  return host.replace(/\.$/, '');
}
