import { t } from '#foundation/language/t.ts'
import { formatAmount, parseAmount, toMajor, toMinor } from '#foundation/money/amount.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'
import type { CouponTerms, LinkedCode } from '#selling/coupons/contract.ts'
import { effectOn, type MetPrice, mostOf } from '#selling/coupons/coupon-effect.ts'
import { momentText } from '#selling/coupons/coupon-sentence.ts'
import { ruleOf } from '#selling/form-editor/ui/editor/bump-rules.ts'
import { type FormValues, idsOf } from '#selling/form-editor/ui/editor/form-values.ts'
import { isNamed, likelyAmount } from '#selling/forms/open-problems.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import { pricesOf } from '../prices/arrange-prices.ts'
import type { Checked, Finding } from './finding.ts'

/** Finds coupons that do not work on this form as intended, and links with useless codes. */
export function couponFindings(checked: Checked): Finding[] {
  const { coupons, values } = checked
  if (coupons === undefined || !isCurrencyCode(values.currency)) return []
  const sold = soldAs(checked)
  const { formId, terms } = coupons
  const found = terms.flatMap(({ code, ...coupon }) => {
    const isMeant = formId !== null && coupon.formIds?.includes(formId) === true
    if (code === null || (coupon.formIds !== null && !isMeant)) return []
    return findingsOf({ ...coupon, code, isMeant }, sold, checked)
  })
  return [...found, ...linkFindings(values, coupons.codes)]
}

/** `isMeant` means that the seller selected this form for the coupon. */
type Named = Omit<CouponTerms, 'code'> & { readonly code: string; readonly isMeant: boolean }

type Sold = {
  readonly id: string | null
  readonly isFirst: boolean
  readonly name: string
  readonly price: MetPrice
  readonly isOpen: boolean
}

function findingsOf(coupon: Named, sold: readonly Sold[], checked: Checked): Finding[] {
  const { id, code, isMeant, endsAt } = coupon
  const report = (weight: Finding['weight'], text: string): Finding => ({
    field: 'amount',
    text,
    weight,
    mend: null,
    page: { label: t('Open the coupon'), path: `/coupons/edit/${id}` },
  })
  if (endsAt !== null && Date.parse(endsAt) <= checked.now) {
    const moment = momentText(endsAt, coupon.zone)
    const text = t('The coupon {code} ended on {moment}, so its links no longer give a discount.', {
      code,
      moment,
    })
    return isMeant ? [report('advice', text)] : []
  }
  const met = sold.map(({ name, price, isOpen }) => ({ name, isOpen, effect: effectOn(coupon, price) }))
  const useless = met.flatMap(({ effect }) =>
    effect.kind === 'lower' ||
    effect.reason === 'too-small' ||
    canBeEnough(effect.reason, coupon, sold, checked)
      ? []
      : [effect.text],
  )
  if (isMeant && useless.length === met.length && useless[0] !== undefined)
    return [report('problem', [t('{code} does not discount this form.', { code }), useless[0]].join(' '))]
  const tooSmall = met.flatMap(({ name, isOpen, effect }) => {
    if (isOpen || effect.kind === 'lower' || effect.reason !== 'too-small') return []
    const text =
      met.length === 1
        ? t('{code} discounts too much.', { code })
        : t('On “{name}”, {code} discounts too much.', { name, code })
    return [report(isMeant ? 'problem' : 'advice', [text, effect.text].join(' '))]
  })
  return [...tooSmall, ...dearerLater(coupon, sold, checked).map((text) => report('advice', text))]
}

/** Whether order bumps can make the coupon apply. */
function canBeEnough(
  reason: string,
  { minimums }: Named,
  sold: readonly Sold[],
  { values, known }: Checked,
): boolean {
  const { currency } = values
  const chosen = idsOf(values.bumps)
  const bumps = known.bumps?.filter(
    (bump) =>
      chosen.includes(bump.id) && bump.currency === currency && ruleOf(values.bumpRules, bump.id).isOn,
  )
  if (reason === 'bumps') return bumps === undefined || bumps.length > 0
  if (reason !== 'minimum') return false
  const least = minimums.find((minimum) => minimum.currency === currency)?.amount ?? 0
  const dearest = Math.max(...sold.map(({ price }) => mostOf(price)))
  const bumpsTotal = bumps?.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0)
  return bumpsTotal === undefined || dearest + bumpsTotal >= toMinor(least, currency)
}

/** Finds timers after which buyers pay more with the code than they pay without it now. */
function dearerLater(coupon: Named, sold: readonly Sold[], { values, now }: Checked): string[] {
  const { currency } = values
  const endsAt = coupon.endsAt === null ? Infinity : Date.parse(coupon.endsAt)
  return values.timers.flatMap(({ title, timestamp, amount, priceId }) => {
    const ofAll = (priceId ?? null) === null
    const price = sold.find(({ id, isFirst }) => (ofAll ? isFirst : id === priceId))
    if (price === undefined || price.isOpen) return []
    const everybody = parseAmount(price.price.amount, currency)
    const later = parseAmount(amount ?? 0, currency)
    if (timestamp <= now || timestamp >= endsAt || !later.ok || later.minor === 0 || !everybody.ok) return []
    const effect = effectOn(coupon, { ...price.price, amount: toMajor(later.minor, currency) })
    if (effect.kind !== 'lower' || effect.amount <= everybody.minor * effect.quantity) return []
    const today = formatAmount(everybody.minor * effect.quantity, currency)
    return [
      t(
        'After the timer “{title}” ends, buyers pay {after} with {code}. That is more than today’s {today}.',
        { title, after: effect.after, code: coupon.code, today },
      ),
    ]
  })
}

/** The form's current prices, including hidden ones. Invalid amounts are left out. */
function soldAs({ values, known, now }: Checked): Sold[] {
  const { currency, title, timers } = values
  const tax = known.taxes?.find(({ id, active }) => id === values.taxId && active)
  const rate = tax === undefined ? null : { percentage: String(tax.percentage), inclusive: tax.inclusive }
  const minorOf = (amount: number | null | undefined) => {
    const parsed = parseAmount(amount ?? 0, currency)
    return parsed.ok ? parsed.minor : null
  }
  // An unsaved price has no timer.
  const timersOf = (id: string | null, isFirst: boolean) =>
    timers
      .filter(({ priceId }) => ((priceId ?? null) === null ? isFirst : priceId === id))
      .map(({ timestamp, amount }) => ({ expiresAt: timestamp, amount: minorOf(amount) }))
  const [quantityMin, quantityMax] = [values.quantityMin ?? 1, values.quantityMax ?? 1]
  const isGood = Number.isInteger(quantityMin) && Number.isInteger(quantityMax) && quantityMin > 0
  // Quantities can be incomplete while they are typed.
  const quantities = isGood ? { quantityMin, quantityMax } : { quantityMin: 1, quantityMax: 1 }
  return pricesOf(values).flatMap((price, place) => {
    const isFirst = place === 0
    const amount = minorOf(price.amount)
    if (price.state === 'retired' || amount === null) return []
    const current = amountAt({ amount, timers: timersOf(price.id, isFirst) }, now)
    const isOpen = isNamed(price)
    // The discounted amount depends on the amount the buyer enters.
    if (isOpen && likelyAmount(price) === 0) return []
    const asked = isOpen ? likelyAmount(price) : toMajor(current, currency)
    const met = { ...price, ...quantities, title, currency, tax: rate, amount: asked }
    return [{ id: price.id, isFirst, name: priceName(price, currency), price: met, isOpen }]
  })
}

type Linked = {
  readonly field: Finding['field']
  /** The timer that redirects to this URL, or null for the form itself. */
  readonly timer: string | null
  readonly code: string
}

/** The form's links to our payment pages with a code that does not work. */
function linkFindings(values: FormValues, codes: readonly LinkedCode[]): Finding[] {
  return linkedCodes(values).flatMap(({ field, timer, code }) => {
    const known = codes.find((one) => one.code.toUpperCase() === code.toUpperCase())
    if (known?.state === 'works') return []
    const state = known?.state ?? 'unknown'
    const text =
      timer === null
        ? t(
            'The redirect URL carries the code {code}, which {state, select, off {is switched off} ended {has ended} unknown {is not one of your codes} other {has been used up}}.',
            { code, state },
          )
        : t(
            'The redirect URL of “{timer}” carries the code {code}, which {state, select, off {is switched off} ended {has ended} unknown {is not one of your codes} other {has been used up}}.',
            { timer, code, state },
          )
    const page = known && { label: t('Open the coupon'), path: `/coupons/edit/${known.couponId}` }
    return [{ field, text, weight: 'problem', mend: null, ...(page && { page }) }]
  })
}

/** The codes in the form's links to our pages. On other sites, the parameter can mean anything. */
export function linkedCodes({ redirectUrl, timers }: FormValues): Linked[] {
  const after = codeIn(redirectUrl)
  return [
    ...(after === null ? [] : [{ field: 'redirectUrl' as const, timer: null, code: after }]),
    ...timers.flatMap(({ title, redirectUrl: address }) => {
      const code = codeIn(address)
      return code === null ? [] : [{ field: 'timers' as const, timer: title, code }]
    }),
  ]
}

function codeIn(address: string | null | undefined): string | null {
  const url = URL.parse(plainWebAddress(address ?? ''))
  if (url === null || url.origin !== globalThis.location?.origin) return null
  if (!/^\/(payment|s)\//.test(url.pathname)) return null
  const code = url.searchParams.get('coupon')?.trim() ?? ''
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : null
}
