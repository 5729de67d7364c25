import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'

export const ownNumber = z.object({
  /** With its country's prefix, or null if the invoice details contain no VAT number of a country in the EU. */
  number: z.string().nullable(),
  /** The register's last response, or null without a number. `unavailable` says nothing about the number. */
  status: z.enum(['verified', 'unverified', 'unavailable']).nullable(),
  /** The name under which the shop is registered, or null if the register does not disclose it. */
  name: z.string().nullable(),
  checkedAt: z.string().nullable(),
})
export type OwnNumber = z.output<typeof ownNumber>

export const taxNumbersContract = {
  readOwnNumber: {
    method: 'GET',
    path: '/seller/vat-number',
    summary:
      'Returns what the EU’s register says about the VAT number in the shop’s invoice details. It is asked at most once a day',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    ok: { status: 200, schema: ownNumber },
  },
} as const satisfies Contract
