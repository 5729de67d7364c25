import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { suspensionsContract } from './contract.ts'
import { liftSuspension, suspendSeller } from './suspend-seller.ts'

export function suspensionsHandlers(services: Services): Handlers<typeof suspensionsContract> {
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
