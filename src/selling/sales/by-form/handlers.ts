import { scopeOf } from '#foundation/lists/seller-scope.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { day } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { countedDays, type salesByFormContract } from './contract.ts'
import { countByForm } from './count-by-form.ts'

export function salesByFormHandlers({
  clock,
  readReplica,
}: Pick<Services, 'clock' | 'readReplica'>): Handlers<typeof salesByFormContract> {
  return {
    async countSalesByForm({ caller, query: { forms } }) {
      const since = new Date(clock.now().getTime() - countedDays * day * 1000)
      return { forms: await readReplica((from) => countByForm(from, scopeOf(caller, {}), since, forms)) }
    },
  }
}
