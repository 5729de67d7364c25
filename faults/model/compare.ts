import { sql } from 'kysely'
import { z } from 'zod'
import { call, sandboxList } from '#test-app.ts'
import { accountOf, agree, askAs, Mismatch, type Run } from './act.ts'
import { returnable, type Purchase } from './world.ts'

/**
 * Compares the product's records, the provider, and the sellers' and buyers' pages with the model, purchase by
 * purchase. By default, only the step's purchases are also read as their buyers and sellers see them. With `isWhole`,
 * all purchases are.
 */
export async function compare(run: Run, changed: ReadonlySet<Purchase>): Promise<void> {
  await findRenewals(run)
  await reconcileAccounts(run)
  await compareProvider(run)
  for (const purchase of changed) await compareViews(run, purchase)
}

/** Renewals are not made by a request, so the model reads their ids from the records, oldest first. */
async function findRenewals(run: Run): Promise<void> {
  const rows = await run.app.services.db
    .selectFrom('purchases')
    .select(['id', 'orderId'])
    .where('kind', '=', 'renewal')
    .orderBy('paidAt')
    .orderBy('id')
    .execute()
  const known = new Set(run.world.purchases.map(({ id }) => id))
  for (const { id, orderId } of rows.filter((row) => !known.has(row.id))) {
    const found = run.world.purchases.find((one) => one.id === '' && one.order?.id === orderId)
    if (found === undefined) throw new Mismatch(`an unexpected renewal of ${orderId}`)
    found.id = id
  }
}

async function reconcileAccounts({ app, world }: Run): Promise<void> {
  const rows = await app.services.db
    .selectFrom('purchases')
    .select(['id', 'kind', 'status', 'total', 'taxAmount'])
    .select((row) =>
      row
        .selectFrom('refunds')
        .select(sql<string>`coalesce(sum(amount), 0)`.as('sum'))
        .whereRef('refunds.purchaseId', '=', 'purchases.id')
        .where('refunds.status', '=', 'succeeded')
        .as('returned'),
    )
    .execute()
  const books = new Map(rows.map((row) => [row.id, row]))
  const kept = (one: { readonly kind: string; readonly total: number }): string => `${one.kind} ${one.total}`
  agree('purchases in the books', rows.map(kept).toSorted(), world.purchases.map(kept).toSorted())
  for (const one of world.purchases) {
    const row = books.get(one.id)
    const written = [row?.kind, row?.status, row?.total, Number(row?.returned)]
    agree(`purchase ${one.id} in the books`, written, [one.kind, stateOf(one), one.total, one.returned])
    if (one.tax !== null) agree(`the tax of purchase ${one.id}`, row?.taxAmount, one.tax)
  }
  const subscriptions = await app.services.db.selectFrom('subscriptions').selectAll().execute()
  for (const { id, subscription, status } of world.purchases) {
    if (subscription === null || status !== 'paid') continue
    const row = subscriptions.find(({ orderId }) => orderId === id)
    const expected = [subscription.status, subscription.paid, subscription.total]
    agree(`the subscription of ${id}`, [row?.status, row?.paidCycles, row?.total], expected)
  }
}

/** The product's name for the state of the model's purchase. */
function stateOf({ status, returned, total }: Purchase): string {
  if (status !== 'paid' || returned === 0) return status
  return returned < total ? 'partially_refunded' : 'refunded'
}

async function compareProvider({ app, world }: Run): Promise<void> {
  const rows = await app.services.db.selectFrom('purchases').select(['id', 'paymentIntentId']).execute()
  const intents = new Map(rows.map(({ id, paymentIntentId }) => [id, paymentIntentId]))
  const charges = (await sandboxList(app, 'charges')).filter(({ status }) => status === 'succeeded')
  const refunds = (await sandboxList(app, 'refunds')).filter(({ status }) => status === 'succeeded')
  const expected = world.purchases.filter(({ status, total }) => status === 'paid' && total > 0)
  agree('charges at the provider', charges.length, expected.length)
  for (const one of expected) {
    const intent = intents.get(one.id)
    const own = charges.filter((charge) => charge.payment_intent === intent)
    const back = refunds.filter((refund) => refund.payment_intent === intent)
    const returned = back.reduce((sum, { amount = 0 }) => sum + amount, 0)
    const theirs = [own.map(({ amount, currency }) => [amount, currency]), returned]
    agree(`purchase ${one.id} at the provider`, theirs, [[[one.total, one.form.currency]], one.returned])
  }
  const subscriptions = await sandboxList(app, 'subscriptions')
  for (const { id, status, subscription } of world.purchases) {
    if (subscription === null || status !== 'paid') continue
    const found = subscriptions.find(({ metadata }) => metadata?.['purchase'] === id)
    agree(`the provider's subscription of ${id}`, found?.status, subscription.status)
  }
}

const sale = z.object({ status: z.string(), total: z.number(), refundable: z.number() })
const told = z.object({ status: z.string() })
const subscribed = z.object({ status: z.string(), paidCycles: z.number(), total: z.number() })

async function compareViews(run: Run, one: Purchase): Promise<void> {
  const answer = await askAs(run, one.form.seller, 'GET', `/sales/${one.id}`)
  const seen = sale.parse(answer.body)
  const expected = [stateOf(one), one.total, one.total === 0 ? 0 : returnable(one)]
  agree(`the seller's view of ${one.id}`, [seen.status, seen.total, seen.refundable], expected)
  if (one.secret === '') return
  const body = { secret: one.secret }
  const state = await call(run.app, 'POST', `/api/stripe/purchases/${one.id}/state`, { body })
  const heard = told.parse(state.body).status
  agree(
    `the status shown to the buyer of ${one.id}`,
    heard,
    one.status === 'canceled' ? 'failed' : one.status,
  )
  if (one.subscription === null || one.status !== 'paid') return
  const shown = await call(run.app, 'POST', `/api/stripe/purchases/${one.id}/subscription`, { body })
  const { status, paidCycles, total } = subscribed.parse(shown.body)
  const { subscription } = one
  const theirs = [subscription.status, subscription.paid, subscription.total]
  agree(`the subscription shown to the buyer of ${one.id}`, [status, paidCycles, total], theirs)
}

const totals = z.object({
  totals: z.array(
    z.object({ currency: z.string(), purchases: z.number(), total: z.number(), returned: z.number() }),
  ),
})

/** Whether the bank has taken the money back, for good or until it decides. */
function isWithBank({ dispute }: Purchase): boolean {
  return dispute === 'open' || dispute === 'lost'
}

/** Reads every purchase as its buyer and seller do, and each seller's totals. */
export async function compareAll(run: Run): Promise<void> {
  await compare(run, new Set(run.world.purchases))
  for (const seller of run.world.sellers) {
    const own = run.world.purchases.filter(({ form }) => form.seller === seller)
    const { body } = await askAs(run, seller, 'GET', '/sales/totals')
    const expected = [...new Set(own.map(({ form }) => form.currency))].map((currency) => {
      const of = own.filter(({ form }) => form.currency === currency)
      const paid = of.filter(({ status }) => status === 'paid')
      const total = paid.reduce((sum, one) => sum + one.total, 0)
      const returned = paid.reduce((sum, one) => sum + (isWithBank(one) ? one.total : one.returned), 0)
      return { currency, purchases: of.length, total, returned }
    })
    const byCurrency = (one: { currency: string }, other: { currency: string }): number =>
      one.currency.localeCompare(other.currency)
    agree(
      `the totals ${accountOf(run, seller).email} sees`,
      totals.parse(body).totals.toSorted(byCurrency),
      expected.toSorted(byCurrency),
    )
  }
}
