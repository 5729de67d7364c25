import { t } from '#foundation/language/t.ts'
import { sendCsv } from '#foundation/csv/send-csv.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { linkQuery } from '#selling/downloads/export-links.ts'
import { payoutsContract } from './contract.ts'
import { payoutsHandlers, payoutExportPath, payoutLinks } from './handlers.ts'
import { createPayoutReader } from './read-payouts.ts'
import { findAccount } from './store.ts'

/** A seller's payouts, read from the provider and never stored. */
export function registerPayouts({ server, serve }: Registry, services: Services): void {
  const { db, log } = services
  const reader = createPayoutReader(services)
  serve(payoutsContract, payoutsHandlers(services, reader))
  server.get(
    payoutExportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportPayout',
        summary: 'The transactions of a payout as CSV, at the path that /payouts/{id}/export-link returns',
        tags: ['payouts'],
      },
    },
    async (request, reply) => {
      const found = await payoutLinks.open(services, linkQuery.parse(request.query).link)
      const account = found && (await findAccount(db, found.sellerId))
      if (found === undefined || typeof account !== 'string') {
        throw new NotFound(t('This link has expired. Go back and export again.'))
      }
      const { sellerId, query } = found
      // Loaded with the first export, because nothing else here needs this library.
      const { columns, readRows } = await import('./write-csv.ts')
      log.info({ seller: sellerId, payout: query.id }, 'payout exported')
      const rows = readRows(db, sellerId, reader.readTransactions(account, query.id))
      return sendCsv(reply, `payout-${query.id}`, { columns, rows, format: query.format })
    },
  )
}
