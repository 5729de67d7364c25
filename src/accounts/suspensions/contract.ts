import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { requiredText } from '#foundation/http/input/fields.ts'

/** The reason for a shop's suspension, as its members read it. */
export const suspension = z.object({ reason: z.string(), suspendedAt: z.string() })
export type SuspensionWire = z.output<typeof suspension>

/** When and why the shop was suspended, for the members' export. */
export const exportedSuspension = z.object({
  reason: z.string(),
  suspendedAt: z.iso.datetime(),
  liftedAt: z.iso.datetime().nullable(),
})

export const suspensionFields = z.object({ reason: requiredText(1_000) })

const outcome = z.object({ suspension: suspension.nullable() })
const right = { entity: 'sellers', verb: 'update' } as const

export const suspensionsContract = {
  suspendSeller: {
    method: 'POST',
    path: '/admin/sellers/:id/suspension',
    summary: 'Suspends a seller’s sales, with a reason that the seller sees in an email and in their shop',
    access: 'staff',
    right,
    params: idParams,
    body: suspensionFields,
    failures: { already_suspended: 409 },
    ok: { status: 201, schema: outcome },
  },
  liftSuspension: {
    method: 'DELETE',
    path: '/admin/sellers/:id/suspension',
    summary: 'Lifts a seller’s suspension; does nothing if there is none',
    access: 'staff',
    right,
    params: idParams,
    ok: { status: 200, schema: outcome },
  },
} as const satisfies Contract
