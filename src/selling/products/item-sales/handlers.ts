import type { Handlers } from '#foundation/http/contract/routes.ts'
import { day } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { countedDays, type itemSalesContract } from './contract.ts'
import { countBumpSales, countOfferSales } from './count-item-sales.ts'

export function itemSalesHandlers({
  clock,
  readReplica,
}: Pick<Services, 'clock' | 'readReplica'>): Handlers<typeof itemSalesContract> {
  const since = () => new Date(clock.now().getTime() - countedDays * day * 1000)
  return {
    countBumpSales: async ({ caller: { sellerId }, query: { ids } }) =>
      readReplica((from) => countBumpSales(from, { sellerId, ids, since: since() })),

    countOfferSales: async ({ caller: { sellerId }, query: { ids } }) =>
      readReplica((from) => countOfferSales(from, { sellerId, ids, since: since() })),
  }
}
