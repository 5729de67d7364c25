import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { line, optional, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { plainTaxNumber } from '#foundation/typed/read-tax-number.ts'
import { isCountry } from './countries.ts'

/** Letters of any script, digits, and the characters used in tax numbers. */
const taxNumber = text(50)
  .overwrite(plainTaxNumber)
  .regex(/^[\p{L}\p{M}\p{N} .,:/&()+-]*$/u, {
    error: () => t('Use letters, digits, spaces and . , : / & ( ) + -'),
  })

/** The seller or buyer as named on an invoice. Everything is optional. `country` is an ISO 3166-1 code. */
export const partyFields = z.object({
  /** The name of a business, or a person's legal name. */
  name: optional(line(120)),
  addressLine1: optional(line(120)),
  addressLine2: optional(line(120)),
  postalCode: optional(line(20)),
  city: optional(line(80)),
  country: optional(z.string({ error: fieldText }).refine(isCountry, { error: messages.choice })),
  /** For example, a VAT identification number. It is not checked with any authority. */
  taxNumber: optional(taxNumber),
})

const noteLines = 10

const note = text(500)
  .trim()
  .refine((value) => !/[^\P{Cc}\r\n\t]/u.test(value), {
    error: () => t('This field contains characters that cannot be shown'),
  })
  .refine((value) => value.split('\n').length <= noteLines, {
    error: () => t('This field must have at most {noteLines} lines', { noteLines }),
  })

export const sellerDetailsFields = partyFields.extend({
  /** Printed at the foot of every invoice. */
  note: optional(note),
})

const nullableText = z.string().nullable()

/** The seller on the shop's invoices. */
export const sellerDetails = z.object({
  name: nullableText,
  addressLine1: nullableText,
  addressLine2: nullableText,
  postalCode: nullableText,
  city: nullableText,
  country: nullableText,
  taxNumber: nullableText,
  note: nullableText,
  /** The name on invoices if `name` is empty. */
  shopName: z.string(),
})
export type SellerDetailsWire = z.output<typeof sellerDetails>

export const invoiceDetailsContract = {
  readSellerDetails: {
    method: 'GET',
    path: '/seller/invoice-details',
    summary: 'Reads the seller’s details for the shop’s future invoices',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    ok: { status: 200, schema: sellerDetails },
  },
  saveSellerDetails: {
    method: 'PATCH',
    path: '/seller/invoice-details',
    summary:
      'Sets the seller’s details on the shop’s invoices; fields left out and invoices of earlier payments stay the same',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: sellerDetailsFields.partial(),
    ok: { status: 200, schema: sellerDetails },
  },
} as const satisfies Contract
