import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { exportedSuspension, suspensionsContract } from './contract.ts'
import { suspensionsHandlers } from './handlers.ts'
import { listSuspensions } from './store.ts'
import { suspensionMailWriters } from './write-suspension-mail.ts'

/** Operators stop what a seller sells, and let it go on. */
export function registerSuspensions(
  { serve, writeMails, exportAccount }: Registry,
  services: Services,
): void {
  serve(suspensionsContract, suspensionsHandlers(services))
  exportAccount({
    name: 'suspensions',
    entity: null,
    schema: z.array(exportedSuspension),
    async read(db, sellerId) {
      const all = await listSuspensions(db, sellerId)
      return all.map(({ reason, suspendedAt, liftedAt }) => ({
        reason,
        suspendedAt: suspendedAt.toISOString(),
        liftedAt: liftedAt?.toISOString() ?? null,
      }))
    },
  })
  writeMails(suspensionMailWriters(services.config.publicUrl))
}
