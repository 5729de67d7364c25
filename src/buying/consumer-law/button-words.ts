import { lawOf } from './laws.ts'

/**
 * Whole words, by language, that make unmistakably clear that a click means paying: Directive 2011/83/EU,
 * Article 8(2) ("order with obligation to pay or a corresponding unambiguous formulation"). "Order", "book",
 * "reserve" and "subscribe" alone are not enough (Court of Justice, C-249/21).
 */
const clearWords: Readonly<Record<string, string>> = {
  en: 'buy, pay, purchase, obligation to pay',
  de: 'kaufen, bezahlen, zahlen, zahlungspflichtig, kostenpflichtig',
  fr: 'acheter, achetez, j’achète, payer, payez, obligation de paiement',
  es: 'comprar, compra, pagar, paga, obligación de pago',
  it: 'comprare, compra, acquistare, acquista, pagare, paga, obbligo di pagare, obbligo di pagamento',
  pt: 'comprar, compre, pagar, pague, obrigação de pagar, obrigação de pagamento',
  nl: 'kopen, koop, betalen, betaal, betalingsverplichting',
  pl: 'kupuję, kup, kupić, płacę, zapłać, zapłacić, obowiązkiem zapłaty',
  sv: 'köp, köpa, betala, betalningsskyldighet',
  da: 'køb, købe, betal, betale, betalingsforpligtelse',
  fi: 'osta, ostaa, maksa, maksaa, maksuvelvoite',
  ar: 'اشتر, اشتري, اشترِ, شراء, ادفع',
  cs: 'koupit, kupte, zaplatit, zaplaťte, zavazující k platbě',
}

/** Words that cancel a clear one. */
const doubts =
  'later, nothing, free, not, no, never, without, später, nicht, nichts, kostenlos, gratis, ohne, plus tard, rien, gratuit, sans, después, luego, nada, sin, dopo, più tardi, niente, senza, depois, grátis, sem, niets, niet, później, nic, nie, senare, inte, inget, senere, ikke, intet, myöhemmin, ei, mitään, ilmaiseksi, později, zdarma, ne'

const clear = wholeWords(Object.values(clearWords).join(', '))
const doubtful = wholeWords(doubts)

/**
 * Whether a button with this text makes clear that a click means paying. If the text is empty, the button gets our
 * text, which makes it clear.
 */
export function isClearButton(words: string): boolean {
  const text = words.normalize('NFC').replaceAll("'", '’')
  return words.trim() === '' || (clear.test(text) && !doubtful.test(text))
}

/**
 * Whether a button needs our text because of the law in its seller's country. Our usual text for a trial
 * calls it free.
 */
export function needsClearerButton(words: string, hasTrial: boolean, sellerCountry: string | null): boolean {
  const isClear = isClearButton(words) && !(hasTrial && words.trim() === '')
  return !isClear && asksForClearButton(sellerCountry)
}

/** Whether the law of the seller's country (null if unknown) requires such words on the button. */
function asksForClearButton(sellerCountry: string | null): boolean {
  return lawOf(sellerCountry)?.hasExceptions === true
}

function wholeWords(list: string): RegExp {
  const words = list.split(', ').map((word) => word.normalize('NFC'))
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.join('|')})(?![\p{L}\p{M}])`, 'iu')
}
