import { recordSupportView } from '#accounts/audit/record-audit.ts'
import type { Terms } from '#buying/consumer-law/terms.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import { withdrawalOnPage } from '#buying/withdrawal/refund/standing.ts'
import { describeOpenOf } from '#buying/withdrawal/statement/describe-withdrawals.ts'
import { purchaseUrl } from '#payments/purchases/records/purchase-url.ts'
import { resendReceipt } from '#buying/receipts/mail/resend-receipt.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { InvalidFields, found } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { parseAmount } from '#foundation/money/amount.ts'
import { amountText } from '#foundation/money/price-problem.ts'
import type { Services } from '#registry/services.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import type { SaleDetail, salesContract } from './contract.ts'
import { describeDetail, describeSale, isoTime } from './describe-sale.ts'
import { exportLinks } from './export/register-export.ts'
import { readFilter } from './filter/conditions.ts'
import { sumSoughtSales } from './filter/sum-sales.ts'
import { invoicesOfSale, placeOf, vatNumberOf } from './invoices-of-sale.ts'
import { findSale, listSales, type SaleDetailRow } from './store.ts'

export function salesHandlers(services: Services, authSecret: string): Handlers<typeof salesContract> {
  const { db, clock, readReplica } = services

  async function findOwn(sellerId: string, id: string): Promise<SaleDetailRow> {
    return found(isId(id) ? await findSale(db, sellerId, id) : undefined)
  }

  /** The link allows everything that its buyer can do, so only members who can change the sale get it. */
  function buyerLinkOf(
    caller: Caller,
    sale: Pick<SaleDetailRow, 'id' | 'keyGeneration' | 'unpaidInvoiceId'>,
  ): string | null {
    const isOffered = sale.unpaidInvoiceId !== null && !caller.isSupport && may(caller, 'sales', 'write')
    return isOffered ? purchaseUrl(services.config, sale) : null
  }

  return {
    async listSales({ caller, query }) {
      const sought = await readFilter(query)
      const rows = await readReplica((from) => listSales(from, scopeOf(caller, query), query, sought))
      return pageNumbers(rows.map(describeSale), query)
    },

    async sumSales({ caller, query }) {
      const sought = await readFilter(query)
      return { totals: await readReplica((from) => sumSoughtSales(from, scopeOf(caller, {}), sought)) }
    },

    async getSale({ caller, params }) {
      const { terms, keyGeneration, ...row } = await findOwn(caller.sellerId, params.id)
      await recordSupportView(services, caller, 'sales.read', row.id)
      return {
        ...(await describeDetail(services, row)),
        withdrawal: describeRight(
          row,
          terms,
          await withdrawalOnPage(services, { ...row, keyGeneration, locale: null }),
        ),
        openWithdrawals: may(caller, 'withdrawals', 'read') ? await describeOpenOf(db, row.id) : [],
        vatNumber: await vatNumberOf(db, row),
        place: await placeOf(db, row.id),
        buyerLink: buyerLinkOf(caller, { ...row, keyGeneration }),
        ...(await invoicesOfSale(db, row, {
          secret: authSecret,
          userId: caller.userId,
          now: clock.now(),
        })),
      }
    },

    async getDashboard({ caller, query }) {
      // Loaded late, because nothing else needs this library at startup.
      const { readDashboard } = await import('./dashboard/read-dashboard.ts')
      return readReplica((from) => readDashboard({ db, clock }, caller.sellerId, query, from))
    },

    async getExportLink({ caller, query }) {
      return { path: exportLinks.write(authSecret, caller, query, clock.now()) }
    },

    async resendReceipt({ caller, params, headers }) {
      const row = await findOwn(caller.sellerId, params.id)
      await resendReceipt(services, row, headers['idempotency-key'] ?? newId())
      return { recipient: mailAddressOf(row) }
    },

    async refundSale({ caller, params, body, headers }) {
      const { id, currency } = await findOwn(caller.sellerId, params.id)
      const amount = body.amount === undefined ? null : minorAmount(body.amount, currency)
      const idempotencyKey = headers['idempotency-key']
      const { reason = '' } = body
      const order = { amount, idempotencyKey, requestedBy: 'seller', reason } as const
      const { amount: total, ...refund } = await refundPurchase(services, id, order)
      return { ...refund, total, createdAt: refund.createdAt.toISOString() }
    },
  }
}

function describeRight(
  { paidAt, total }: Pick<SaleDetailRow, 'paidAt' | 'total'>,
  terms: Terms,
  onPage: WithdrawalOnPage | null,
): SaleDetail['withdrawal'] {
  if (paidAt === null || total === 0) return null
  return {
    right: onPage?.right ?? null,
    made: onPage?.made.map(({ received, outcome }) => `${received} ${outcome}`) ?? [],
    consents: terms.consents.map(({ text, givenAt }) => ({ text, givenAt: isoTime(givenAt) })),
    isGoods: terms.sells === 'goods',
    deliveredOn: terms.deliveredOn,
  }
}

function minorAmount(major: number, currency: string): number {
  const parsed = parseAmount(major, currency)
  if (!parsed.ok) throw new InvalidFields({ amount: amountText(parsed.problem, currency) })
  return parsed.minor
}
