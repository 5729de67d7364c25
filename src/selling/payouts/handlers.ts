import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { payoutsContract } from './contract.ts'
import { describeBalance, describeLine, describePayout, isInside, sumUp } from './describe-payout.ts'
import { NoAccount } from './errors.ts'
import { payoutLinks } from './link.ts'
import type { PayoutRead, PayoutReader } from './read-payouts.ts'
import { bookedSince, mostPaid, sumFees } from './sum-fees.ts'
import { findAccount, findPaidFor, listPaid } from './store.ts'

/** How many lines the page shows; all of them are in the CSV. */
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
