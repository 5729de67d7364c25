import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { auditContract } from './contract.ts'
import { listEntries } from './store.ts'

export function auditHandlers({ db }: Pick<Services, 'db'>): Handlers<typeof auditContract> {
  return {
    async listAuditLog({ query }) {
      const rows = await listEntries(db, query)
      return pageNumbers(
        rows.map((row) => ({ ...row, at: row.at.toISOString() })),
        query,
      )
    },
  }
}
