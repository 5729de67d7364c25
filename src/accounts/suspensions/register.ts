import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { exportedSuspension, suspensionsContract } from './contract.ts'
import { listSuspensions } from './store.ts'
import { suspensionMailWriters } from './write-suspension-mail.ts'
import { liftSuspension, suspendSeller } from './suspend-seller.ts'

/** Operators can suspend a seller's sales and lift the suspension. */
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

function suspensionsHandlers(services: Services): Handlers<typeof suspensionsContract> {
  return {
    async suspendSeller({ caller, params, body }) {
      return { suspension: await suspendSeller(services, caller, idOf(params), body.reason) }
    },

    async liftSuspension({ caller, params }) {
      await liftSuspension(services, caller, idOf(params))
      return { suspension: null }
    },
  }
}

function idOf({ id }: { readonly id: string }): string {
  if (!isId(id)) throw new NotFound()
  return id
}
