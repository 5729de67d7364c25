import { z } from 'zod'
import type { ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks } from '#selling/downloads/export-links.ts'
import type { Fees, payoutsContract } from './contract.ts'
import { describeBalance, describeLine, describePayout, isInside, sumUp } from './describe-payout.ts'
import { NoAccount, type PayoutRead, type PayoutReader } from './read-payouts.ts'
import { firstMonday, sumWeeks } from './sum-weeks.ts'
import { findAccount, findPaidFor, listPaid, type Paid, type PaidFor, type Span } from './store.ts'

/** The maximum number of lines on the page. The CSV has all of them. */
const shownLines = 200

export function payoutsHandlers(services: Services, reader: PayoutReader): Handlers<typeof payoutsContract> {
  const { db, config, clock } = services

  async function accountOf(sellerId: string): Promise<string> {
    const account = await findAccount(db, sellerId)
    if (account === null) throw new NoAccount()
    return account
  }

  return {
    getBalance: async ({ caller }) =>
      describeBalance(await reader.readBalance(await accountOf(caller.sellerId))),

    async listPayouts({ caller, query }) {
      const { rows, hasMore } = await reader.readPayouts(await accountOf(caller.sellerId), query.after)
      return { data: rows.map(describePayout), hasMore }
    },

    async getPayoutWeeks({ caller }) {
      const now = clock.now()
      const payouts = await reader.readRecent(await accountOf(caller.sellerId), firstMonday(now))
      return { currencies: sumWeeks(payouts.map(describePayout), now) }
    },

    async getPayout({ caller, params: { id } }) {
      if (!isPayoutId(id)) throw new NotFound()
      const found = await reader.readPayout(await accountOf(caller.sellerId), id)
      const contents = contentsOf(found)
      const shown = found.transactions.filter(isInside).slice(0, shownLines)
      const intents = shown.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
      const paidFor = await findPaidFor(db, caller.sellerId, [...new Set(intents)])
      return {
        ...describePayout(found.payout),
        contents,
        sums: contents === 'known' ? sumUp(found.transactions) : null,
        lines: shown.map((one) => describeLine(one, paidFor)),
      }
    },

    async getFees({ caller, query }) {
      const span = { from: new Date(query.from), to: new Date(query.to) }
      const paid = await listPaid(db, caller.sellerId, span, mostPaid + 1)
      if (paid.length > mostPaid) return { currencies: null }
      const booked = await reader.readBooked(await accountOf(caller.sellerId), bookedSince(span, paid))
      if (booked === null) return { currencies: null }
      const intents = booked.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
      const own = await findPaidFor(db, caller.sellerId, [...new Set(intents)])
      return { currencies: sumFees(span, paid, booked, own) }
    },

    async getPayoutExportLink({ caller, params: { id }, query: { format } }) {
      if (!isPayoutId(id)) throw new NotFound()
      await reader.findPayout(await accountOf(caller.sellerId), id)
      return { path: payoutLinks.write(config.authSecret, caller, { id, format }, clock.now()) }
    },
  }
}

function isPayoutId(id: string): boolean {
  return /^po_\w{1,250}$/.test(id)
}

function contentsOf({ payout, isWhole }: PayoutRead) {
  if (!payout.isAutomatic) return 'unknown'
  if (!payout.isReconciled) return 'preparing'
  return isWhole ? 'known' : 'long'
}

export const payoutExportPath = '/api/payouts/export'

/** Creates and reads links to a payout's CSV. */
export const payoutLinks = createExportLinks(
  payoutExportPath,
  'payouts',
  z.object({ id: z.string(), format: csvFormat }),
)

/** The maximum number of payments looked up for one response. */
export const mostPaid = 1_000
const hour = 60 * 60 * 1000

/**
 * The time from which bookings are read for a period, because debits are booked days before they are paid. Rounded to
 * an hour, so that responses can be cached, and an hour earlier in case clocks differ.
 */
function bookedSince({ from }: Span, paid: readonly Paid[]): Date {
  const begun = paid.map(({ createdAt }) => createdAt.getTime())
  const first = begun.reduce((earliest, time) => Math.min(earliest, time), from.getTime())
  return new Date((Math.floor(first / hour) - 1) * hour)
}

const charges: ReadonlySet<string> = new Set(['charge', 'charge_failure'])

type Sum = { fees: number; waiting: number; isConverted: boolean }

/**
 * The fees of a period by currency: on payments made in the period, even if they were booked later, and on its refunds
 * and disputes. Other transactions are left out, because the account can also be used to sell elsewhere.
 */
export function sumFees(
  { from, to }: Span,
  paid: readonly Paid[],
  booked: readonly ProviderTransaction[],
  own: ReadonlyMap<string | null, PaidFor>,
): Fees[] {
  const sums = new Map<string, Sum>()
  const add = (currency: string, one: ProviderTransaction) => {
    const sum = sumOf(sums, currency)
    if (one.currency === currency) sum.fees += one.providerFee + one.applicationFee
    else sum.isConverted = true
  }
  const charged = Map.groupBy(
    booked.filter(({ category }) => charges.has(category)),
    ({ paymentIntentId }) => paymentIntentId,
  )
  for (const { paymentIntentId, currency } of paid) {
    const found = charged.get(paymentIntentId) ?? []
    if (found.length === 0) sumOf(sums, currency).waiting += 1
    for (const one of found) add(currency, one)
  }
  for (const one of booked) {
    const purchase = own.get(one.paymentIntentId)
    if (purchase === undefined || charges.has(one.category)) continue
    if (one.createdAt >= from && one.createdAt < to) add(purchase.currency, one)
  }
  return [...sums].map(([currency, { fees, waiting, isConverted }]) => ({
    currency,
    fees: isConverted || waiting > 0 ? null : fees,
    waiting,
  }))
}

function sumOf(sums: Map<string, Sum>, currency: string): Sum {
  const known = sums.get(currency)
  if (known !== undefined) return known
  const sum = { fees: 0, waiting: 0, isConverted: false }
  sums.set(currency, sum)
  return sum
}
