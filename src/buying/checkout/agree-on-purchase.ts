import { askedConsent, type AskedConsent } from '#buying/consumer-law/asked-consent.ts'
import { InvalidFields } from '#foundation/http/errors.ts'
import type { Services } from '#foundation/services.ts'
import { priceToday, withoutTrial } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import { agreedInstants } from './agreed-instants.ts'
import type { PayFormBody } from './contract.ts'
import { QuoteChanged } from './errors.ts'
import type { FoundCoupon } from './find-code.ts'
import { laterPayments, type LaterPayments } from './later-payments.ts'
import { discountOf, findOrderedCode, withPrice } from './pay-with-coupon.ts'
import { atPrice, checkNamed, noSuchPrice, ofNamed, ofQuantity, type PayableForm } from './payable-form.ts'
import { issueQuote } from './quote.ts'
import type { Shown } from './trial-consent.ts'

/** What is sold to a buyer, and for how much. */
export type Agreed = {
  /** The instant by which all of it was judged. */
  readonly now: Date
  /** The form as it is sold: at the price that was chosen or named, so many of it, and begun with or without its trial. */
  readonly form: PayableForm
  /** The same with its trial, also for who begins without one: what quotes are of. */
  readonly quoted: PayableForm
  /** Which bumps are bought with it. */
  readonly chosen: ReadonlySet<string>
  readonly coupon: FoundCoupon | undefined
  /** What is due today. */
  readonly price: Price
  /** What is due after today. */
  readonly later: LaterPayments | null
  /** Nothing is due, today or later. */
  readonly isFree: boolean
  /** When the buyer's page was made, and what was due today by it. */
  readonly shown: Pick<Shown, 'at' | 'price'>
  /** What the page asked them to consent to. */
  readonly asked: AskedConsent | null
}

type AgreeingServices = Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>

/**
 * Agrees on what a request buys and on its price, from the form as it is stored, at the server's time. Throws where buyer
 * and seller are not agreed: what was chosen or its price is no longer to be had, or the page showed another sum.
 */
export async function agree(
  services: AgreeingServices,
  payable: PayableForm,
  body: PayFormBody,
  network: string,
): Promise<Agreed> {
  const quoted = chosenPrice(payable, body, services)
  const form = body.withoutTrial ? { ...quoted, pricing: withoutTrial(quoted.pricing) } : quoted
  const chosen = chosenBumps(form, body.bumps)
  const coupon = await withPrice(services, quoted, chosen, async () =>
    findOrderedCode(services, form, body, network),
  )
  // After the last wait: a timer that makes it cheaper while a code is looked up counts for the buyer.
  const now = services.clock.now()
  const instant = now.getTime()
  const { authSecret } = services.config
  const { shownAt, agreedAt } = agreedInstants(quoted, chosen, body.quote, authSecret, instant)
  checkNamed(form, body.amount, agreedAt)
  const priceAt = (at: number) => priceToday(form.pricing, chosen, at, discountOf(coupon, form))
  const price = priceAt(agreedAt)
  checkDue(quoted, price, chosen, body, authSecret, instant)
  const later = laterPayments(form, price, coupon)
  const isFree = price.total === 0 && later === null
  return {
    now,
    form,
    quoted,
    chosen,
    coupon,
    price,
    later,
    isFree,
    shown: { at: shownAt, price: shownAt === agreedAt ? price : priceAt(shownAt) },
    // What is added to a free order is bought by the consent that was given for it.
    asked: isFree && !form.hasOffers ? null : askedConsent(form),
  }
}

/**
 * The form at the price that the buyer has chosen or named, and as many of it. Who was shown one that is gone since is answered with those that there
 * are.
 */
function chosenPrice(
  form: PayableForm,
  { price, amount, quantity, bumps, quote }: PayFormBody,
  { config, clock }: Pick<AgreeingServices, 'config' | 'clock'>,
): PayableForm {
  const chosen = atPrice(form, price)
  if (chosen !== undefined) return ofQuantity(ofNamed(chosen, amount), quantity)
  if (quote === undefined) throw new InvalidFields({ price: noSuchPrice })
  const instant = clock.now().getTime()
  throw new QuoteChanged(issueQuote(config.authSecret, form.id, form.pricing, new Set(bumps), instant), true)
}

function chosenBumps(form: PayableForm, bumps: readonly string[]): ReadonlySet<string> {
  const offered = new Set(form.pricing.bumps.map(({ id }) => id))
  if (!bumps.every((id) => offered.has(id))) {
    throw new InvalidFields({ bumps: 'This order bump is no longer part of the form' })
  }
  return new Set(bumps)
}

/** Who was shown another sum is shown this one first: what a page made before does not know of a set-up fee. */
function checkDue(
  { id, pricing }: PayableForm,
  price: Price,
  chosen: ReadonlySet<string>,
  { quote, due }: PayFormBody,
  authSecret: string,
  instant: number,
): void {
  if (quote === undefined || pricing.recurrence?.start === undefined || due === price.total) return
  throw new QuoteChanged(issueQuote(authSecret, id, pricing, chosen, instant))
}
