import { createElement } from 'react'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { withoutTrial } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt, soldTimes } from '#payments/pricing/sold-form.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { chargesOf } from '../../price/price-order.ts'
import { hasStart } from '../../page/page-kinds.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { asListed } from '../price/as-listed.ts'
import { OfferDetails } from '../details/offer-details.tsx'
import { startWords } from '../page/opening-page.tsx'
import { priceWords } from '../price/price-words.ts'
import { Reading } from '../page/reading.ts'
import { opened, type Standing } from '../schedule/test-orders.ts'
import { oneWord, wordsOf } from '../schedule/test-promise.ts'
import { OfferClock } from './offer-clock.tsx'

/** The form as the server sells it to a buyer in this situation. */
export function soldTo({ trial, quantity }: Standing, form: TimedForm, priceId = form.priceId): TimedForm {
  const at = soldTimes(soldAt(form, priceId ?? '') ?? form, quantity)
  return trial.startsWith('refused') ? withoutTrial(at) : at
}

type Checks = {
  /** Records a text that does not match the charges. */
  readonly is: (what: string, said: unknown, charged: unknown) => void
  readonly money: (minor: number) => string
}

/** Checks the texts around the order: headline, price choice and countdown, each with its list price. */
export function wrongBeside(
  standing: Standing,
  form: TimedForm,
  data: PaymentPageData,
  { is, money }: Checks,
): void {
  const { currency } = form
  const day = (instant: number) => dayText(instant)
  const one = chargesOf(soldTo({ ...standing, quantity: 1 }, form), new Set(), opened, undefined)
  const gross = (amount: Pick<Price, 'subtotal' | 'taxAmount' | 'total'>) =>
    shownPrice(amount, form.tax, standing.isGrossFirst).amount
  const [ownLine] = one.price.lines
  const fullLine = one.price.full ?? ownLine
  const shown = (node: ReturnType<typeof createElement>) =>
    wordsOf(createElement(Reading, { value: data }, node))
  const headline = shown(createElement(OfferDetails, { data: asListed(data) }))
  const each = fullLine ? gross(fullLine) : 0
  if (!headline.includes(` ${each === 0 ? 'Free' : money(each)}`)) is('headline', headline, money(each))
  const days = one.later?.recurrence.start?.trialDays ?? 0
  is(
    `headline “${headline}”, trial`,
    / after a (\d+)-day /.exec(headline)?.[1],
    days > 0 ? String(days) : undefined,
  )
  const today = one.price.lines
    .filter(({ kind }) => kind !== 'bump')
    .reduce((sum, line) => sum + gross(line), 0)
  if (days > 0)
    is('headline, today', / and (\S+) today/.exec(headline)?.[1], today === 0 ? undefined : money(today))
  const last = / ends automatically on (\d+ \w+ \d+)/.exec(headline)?.[1]
  if (one.later && one.later.recurrence.cancelAfter > 0)
    is(
      'headline, end',
      last,
      day(cycleStart(one.later.recurrence, opened + days * 86_400_000, one.later.recurrence.cancelAfter)),
    )

  // Checks the prices to choose from.
  const text = (minor: number) => formatAmount(minor, currency)
  const say = hasStart(data) ? startWords : undefined
  for (const { id, label, words } of priceWords(data, opened, text, say)) {
    const its = chargesOf(soldTo({ ...standing, quantity: 1 }, form, id), new Set(), opened, undefined)
    const full = its.price.full ?? its.price.lines[0]
    const read = oneWord(words || label)
    if (!read.includes(full ? money(gross(full)) : '')) is('choice', read, full && money(gross(full)))
    const tried = its.later?.recurrence.start?.trialDays ?? 0
    is(
      `choice “${read}”, trial`,
      / ?(\d+) days (?:free|for)/.exec(read)?.[1],
      tried > 0 ? String(tried) : undefined,
    )
    const setup = its.price.lines.find(({ kind }) => kind === 'setup')
    is(`choice “${read}”, set-up`, /, and (\S+) once$/.exec(read)?.[1], setup && money(gross(setup)))
  }

  // The clock.
  if (standing.timer === 'to come') {
    const clock = shown(
      createElement(OfferClock, { data, standing: { state: 'open' }, serverTime: () => opened }),
    )
    const raised = chargesOf(soldTo(standing, form), new Set(), opened + 3_600_000, undefined).price
    const line = raised.full ?? raised.lines[0]
    if (!clock.includes(` to ${line ? money(gross(line)) : ''}`))
      is('clock', clock, line && money(gross(line)))
  }
}
