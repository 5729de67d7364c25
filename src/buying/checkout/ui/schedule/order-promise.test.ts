// @module-tag long tries combinations of everything a buyer can choose
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { dayText } from '#foundation/time/day-text.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { couponFor } from '#payments/coupons/find-coupon.ts'
import { amountOfCycle } from '#payments/pricing/recurrence.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { canCount } from '#payments/subscriptions/sync/reduced-months.ts'
import { remindedAt } from '#payments/subscriptions/trial/trial-days.ts'
import { enteredCode } from '#buying/checkout/ui/coupon/enter-code.ts'
import { trialConsentAt } from '../../trial/after-trial.ts'
import { chargesOf, type Charges } from '../../price/price-order.ts'
import { hasStart } from '../../page/page-kinds.ts'
import { pageAt } from '../page/choice-page.tsx'
import { choiceTiming } from '../timing/choice-timing.ts'
import { inFull } from '../page/opening-page.tsx'
import { PriceSummary } from '../price/price-summary.tsx'
import { sheetLines } from '../price/shown-lines.ts'
import { startTiming } from '../timing/start-timing.ts'
import { soldTo, wrongBeside } from '../timing/test-beside.ts'
import { promiseOf } from './order-promise.ts'
import {
  codes,
  couponOf,
  cycles,
  formOf,
  lasts,
  opened,
  pageOf,
  payments,
  timers,
  trials,
  type Standing,
} from './test-orders.ts'
import { itemsOf, namedIn, oneWord, paymentsOf, scheduleOf, wordsOf } from './test-promise.ts'

/** The number of payments checked for a subscription without an end. */
const looked = 15

const day = (instant: number) => dayText(instant, plainFormats)

type Charge = { readonly at: number; readonly amount: number }

/** Every charge of an order: the amount due today and each later payment. */
function allCharges({ price, later }: Charges): readonly Charge[] {
  const today = { at: opened, amount: price.total }
  if (later === null) return [today]
  const { recurrence, amounts } = later
  const days = recurrence.start?.trialDays ?? 0
  const first = opened + days * 86_400_000
  const count = recurrence.cancelAfter || looked
  const all = Array.from({ length: count }, (_, cycle) => ({
    at: cycleStart(recurrence, first, cycle),
    amount: amountOfCycle(amounts, cycle).total,
  }))
  return [today, ...(days > 0 ? all : all.slice(1))]
}

const sumsOf = ({ subtotal, taxAmount, total }: Charges['price']) => [subtotal, taxAmount, total]

/** The sentences on the page that do not match the charges. */
function wrongOf(standing: Standing): readonly string[] {
  const wrong: string[] = []
  const is = (what: string, said: unknown, charged: unknown) => {
    if (JSON.stringify(said) !== JSON.stringify(charged))
      wrong.push(`${what}: ${JSON.stringify(said)}, charged ${JSON.stringify(charged)}`)
  }
  const form = formOf(standing)
  const { currency } = form
  const money = (minor: number) => oneWord(formatAmount(minor, currency))
  const isRefused = standing.trial.startsWith('refused')

  const listed = soldTo({ ...standing, trial: 'none' }, form)
  const sold = soldTo(standing, form)
  const bumps = new Set(standing.hasBump ? ['bump'] : [])
  const stored = couponOf(standing)
  const couponAt = ({ recurrence }: TimedForm) => {
    const coupon = stored && couponFor(stored, { id: 'form', currency, recurrence }, opened)
    return coupon && canCount(recurrence, coupon.cycles, opened) ? coupon : undefined
  }
  // The buyer entered the code before the trial was rejected.
  const taken = couponAt(listed)
  const coupon = taken && couponAt(sold)
  const charges = chargesOf(sold, bumps, opened, coupon)
  const without = chargesOf(sold, bumps, opened, undefined)
  const all = allCharges(charges)
  const plain = allCharges(without)
  const { price, later } = charges

  const page = pageOf(form, standing)
  const choose = (data: typeof page) =>
    pageAt(data, { priceId: null, quantity: standing.quantity, named: null })
  const data = isRefused ? inFull(page, choose) : choose(page)
  const timing = hasStart(page) ? startTiming : choiceTiming
  const entered =
    stored && taken
      ? enteredCode(
          { ...taken, lasting: { lasts: stored.lasts, cycles: stored.cycles } },
          data.pricing.priceId,
          { coupon: 'SPRING', couponPromise: '' },
        )
      : null
  const reading = {
    amountText: (minor: number, of: string) => formatAmount(minor, of),
    dayText: day,
  }
  const promise = promiseOf(data, bumps, entered, timing, reading)

  is('due today', sumsOf(promise.price), sumsOf(price))
  is('after today', promise.price.full?.total, price.full?.total)
  is('what goes on', promise.recurrence, later?.recurrence ?? null)
  is('nothing to pay', promise.isFree, charges.isFree)

  // The page's lines, and the same lines in the wallet's sheet.
  const lines = sheetLines(promise.bill, promise.words)
  is(
    'lines',
    lines.reduce((sum, line) => sum + line.amount, 0),
    price.total,
  )
  const bill = wordsOf(createElement(PriceSummary, { ...promise, price: promise.bill, totalLabel: 'Due' }))
  const total = price.total === 0 ? 'Free' : money(price.total)
  if (!bill.includes(`Due ${total}`)) wrong.push(`bill: ${bill}`)
  const off = price.lines.reduce((sum, line) => sum + (line.discountAmount ?? 0), 0)
  is('line of the code', off > 0, promise.bill.lines.length > price.lines.length)

  // The schedule.
  const said =
    promise.Schedule && promise.recurrence
      ? createElement(promise.Schedule, { ...promise, recurrence: promise.recurrence })
      : null
  if (said !== null && later !== null) {
    const rows = scheduleOf(itemsOf(said), all.length)
    is(
      'schedule',
      rows?.map(({ amount }) => amount),
      all.map(({ amount }) => money(amount)),
    )
    rows?.forEach(({ day: on, without: more }, index) => {
      if (on !== undefined) is(`day ${index}`, on, day(all[index]?.at ?? 0))
      if (more !== null) is(`without the code ${index}`, more, money(plain[index]?.amount ?? 0))
      else if (coupon) is(`nothing off ${index}`, all[index]?.amount, plain[index]?.amount)
    })
    noteOf(wordsOf(said))
  }
  function noteOf(text: string) {
    if (later === null) return
    const { recurrence } = later
    const days = recurrence.start?.trialDays ?? 0
    const counted = days > 0 ? all.slice(1) : all
    const sum = (of: readonly Charge[]) => of.reduce((whole, { amount }) => whole + amount, 0)
    const inTotal = /(\d+) payments?, (\S+) in total/.exec(text)
    if (inTotal !== null) {
      is('in total', inTotal.slice(1), [String(counted.length), money(sum(counted))])
      const dearer = /in total(?:, tax included)?, instead of (\S+) without SPRING\.(?: |$)/.exec(text)?.[1]
      if (dearer !== undefined) is('in total without', dearer, money(sum(days > 0 ? plain.slice(1) : plain)))
    }
    is('ends', inTotal !== null, recurrence.cancelAfter > 0)
    const end = / ends automatically on (\d+ \w+ \d+)/.exec(text)?.[1]
    if (end !== undefined) is('end', end, day(cycleStart(recurrence, opened, recurrence.cancelAfter)))
    const leave = /Cancel before (\d+ \w+ \d+) and you pay nothing more/.exec(text)?.[1]
    is('cancel before', leave, days > 0 ? day(all[1]?.at ?? 0) : undefined)
    const told = remindedAt(opened + days * 86_400_000, days)
    const written = /We will email you a reminder on (\d+ \w+ \d+)\./.exec(text)?.[1]
    is('we write', written, days > 0 && told !== null ? day(told) : undefined)
    is('tax', text.includes('tax included'), sold.tax !== null)
    const start = /(?:After (?:the trial|today): )(?!\d+ payments?,)(.*?)(?:, tax included)?\. /.exec(
      `${text} `,
    )?.[1]
    if (start !== undefined) {
      const named = namedIn(start, all.slice(1))
      const after = paymentsOf(
        start.replace(/(every[^,]*)$/, (each) =>
          each.includes('until') ? each : `${each} until you cancel`,
        ),
        named.length,
      )
      is(
        'after',
        after?.map(({ amount }) => amount),
        named.map(({ amount }) => money(amount)),
      )
    }
  }

  // The buyer's consent.
  const renewal = promise.renewal === null ? null : oneWord(promise.renewal)
  if (renewal !== null) {
    const named = namedIn(renewal, all.slice(1))
    const after = paymentsOf(renewal, named.length)
    is(
      `renewal “${renewal}”`,
      after?.map(({ amount }) => amount),
      named.map(({ amount }) => money(amount)),
    )
    after?.forEach(({ day: on }, index) => {
      if (on !== undefined) is('from', on, day(named[index]?.at ?? 0))
    })
  } else is('says what follows', all.length, 1)
  const asked = promise.consents?.texts.find(({ kind }) => kind === 'trial')?.text ?? null
  const isTrial = price.full !== undefined && later !== null
  const consent =
    isTrial && later
      ? trialConsentAt(
          {
            ...later,
            sellerName: 'Juniper Studio',
            currency,
            hasCode: coupon !== undefined,
            shownAt: opened,
          },
          plainFormats,
        )
      : null
  is('consent', asked, consent)

  // The button.
  const button = wordsOf(promise.buttonText(null))
  const amounts = [...button.matchAll(/\S*\d[\d,.]*\S*/g)].map(([word]) => word)
  const expected = [
    ...(isTrial ? ['14'] : []),
    ...(price.total > 0 || (!charges.isFree && !isTrial) ? [money(price.total)] : []),
  ]
  is(`button “${button}”`, amounts.slice(0, expected.length), expected)
  const then = / then (.*)$/.exec(button)?.[1]
  is('button, then', then ?? null, isTrial ? renewal : null)
  is('button, today', / today( |$)/.test(button), later !== null && (price.total > 0 || !isTrial))

  // The code.
  const effect = promise.coupon && wordsOf(promise.coupon.effect(price, reading.amountText, ''))
  if (effect !== null && coupon) {
    const lowered = all.map(({ amount }, index) => amount < (plain[index]?.amount ?? 0))
    is('the code lowers today', effect === 'applied', off > 0)
    if (off === 0)
      is(
        'the code lowers what follows',
        effect.includes('after the trial'),
        lowered.includes(true) || plain.length > all.length,
      )
    const full = without.price.full ?? without.price.lines[0]
    const measured = [full, ...without.price.lines.slice(1)].reduce(
      (sum, line) => sum + ((sold.tax?.inclusive === true ? line?.total : line?.subtotal) ?? 0),
      0,
    )
    is('the code needs more', effect.startsWith('needs a minimum order of'), measured < coupon.minimum)
  }
  is('a code that is taken counts', promise.coupon !== null, coupon !== undefined)

  wrongBeside(standing, form, data, { is, money })
  return wrong
}

const yes = [true, false] as const
const taxes = [null, { percentage: '19', inclusive: false }, { percentage: '8.1', inclusive: true }] as const

/** All combinations of the other choices. Each order in the test takes some of them in turn. */
const besides = (['usd', 'jpy', 'kwd', 'isk'] as const).flatMap((currency) =>
  taxes.flatMap((tax) =>
    yes.flatMap((hasSetup) =>
      timers.flatMap((timer) =>
        ([1, 3] as const).flatMap((quantity) =>
          yes.flatMap((hasBump) =>
            yes.map((hasSeveral) => ({ currency, tax, hasSetup, timer, quantity, hasBump, hasSeveral })),
          ),
        ),
      ),
    ),
  ),
)

test.for(trials)('every sentence on the page matches the charges with the trial "%s"', (trial) => {
  const wrong: string[] = []
  let walked = 0
  let turn = 0
  for (const code of codes) {
    for (const lasting of code === 'none' ? (['once'] as const) : lasts) {
      for (const count of payments) {
        for (const cycle of count === 'one-time' ? (['Monthly'] as const) : cycles) {
          for (let step = 0; step < besides.length; step += stride) {
            const other = besides[(step + turn) % besides.length]
            turn += 1
            if (other === undefined) continue
            const standing = {
              trial,
              code,
              lasting,
              payments: count,
              cycle,
              ...other,
              isGrossFirst: turn % 3 === 0,
            }
            walked += 1
            const found = wrongOf(standing)
            if (found.length > 0 && wrong.length < 5)
              wrong.push(`${JSON.stringify(standing)} ${found.join(' | ')}`)
          }
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(walked).toBeGreaterThan(1000)
})

/** The step between combinations. It is a prime number, so that each combination gets its turn. */
const stride = 101
