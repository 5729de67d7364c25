import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { invoicePath } from '#buying/receipts/files/downloads.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { chooseNumbering, readNumbering } from '#payments/invoices/choose-numbering.ts'
import type { Services } from '#registry/services.ts'
import { type invoicesContract, mostInArchive, mostInPdf } from './contract.ts'
import { describeIssued, describeNumbering, describeSeries } from './describe-invoices.ts'
import { NothingToExport, TooManyInvoices } from './errors.ts'
import { invoiceLinks } from './export/register-export.ts'
import { countOfMonth, countWaiting, type IssuedRow, listed, listIssued, sumSeries } from './store.ts'

const problemTexts = {
  mayRepeat: (prefix: string) =>
    t('Numbers with this prefix could repeat those that begin with “{prefix}”. Choose another.', { prefix }),
  inUse: (number: string) => t('These numbers are in use. They continue with {number}.', { number }),
}

export function invoicesHandlers(services: Services): Handlers<typeof invoicesContract> {
  const { db, clock, config, readReplica, log } = services

  const numberingOf = async (sellerId: string) =>
    describeNumbering(await readNumbering(db, sellerId, clock.now()))

  return {
    async listInvoices({ caller, query }) {
      const rows = await readReplica((from) => listIssued(from, caller.sellerId, query))
      const describe = (row: IssuedRow) => ({
        ...describeIssued(row),
        path: invoicePath(config.authSecret, row.purchaseId, caller.userId, clock.now(), row.id),
      })
      return { data: rows.slice(0, listed).map(describe), hasMore: rows.length > listed }
    },

    async listSeries({ caller }) {
      const [rows, waiting] = await readReplica((from) =>
        Promise.all([sumSeries(from, caller.sellerId), countWaiting(from, caller.sellerId)]),
      )
      return { series: [...Map.groupBy(rows, ({ id }) => id).values()].map(describeSeries), waiting }
    },

    async getInvoicesLink({ caller, query }) {
      const most = { audit: Infinity, pdf: mostInPdf, xml: mostInArchive }[query.kind]
      const counted = Number.isFinite(most) ? most + 1 : 1
      const count = await countOfMonth(db, caller.sellerId, query.month, counted)
      if (count === 0) throw new NothingToExport()
      if (count > most) throw new TooManyInvoices()
      return { path: invoiceLinks.write(config.authSecret, caller, query, clock.now()) }
    },

    readNumbering: ({ caller }) => numberingOf(caller.sellerId),

    async saveNumbering({ caller, body }) {
      const { sellerId, userId } = caller
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        await chooseNumbering(tx, sellerId, body, now, problemTexts)
        const entry = { at: now, actorId: userId, action: 'seller.numbering', subjectId: sellerId }
        await recordAudit(tx, { ...entry, sellerId })
      })
      log.info({ seller: sellerId, user: userId }, 'invoice numbers chosen')
      return numberingOf(sellerId)
    },
  }
}
