import { z } from 'zod'
import { inLanguage } from '#foundation/language/t.ts'
import type { Document } from '#foundation/pdf/write-document.ts'
import type { Invoice } from './invoice.ts'
import { documentTitle } from './printed-invoice.ts'
import { writeInvoices } from './write-invoice.ts'

const said = z.object({
  invoices: z.custom<readonly Invoice[]>(Array.isArray),
  title: z.string(),
  logo: z.custom<Uint8Array>((logo) => logo instanceof Uint8Array).optional(),
})
type Said = z.input<typeof said>

/** A paid purchase's invoice; `logo` is a PNG. */
export function invoiceDocument(invoice: Invoice, logo?: Buffer): Document {
  const title = documentTitle(invoice)
  return { kind: 'papers', says: { invoices: [invoice], title, ...(logo && { logo }) } satisfies Said }
}

/** All invoices of one shop in a single file. */
export function invoicesDocument(invoices: readonly Invoice[], title: string): Document {
  return { kind: 'papers', says: { invoices, title } satisfies Said, isLong: true }
}

export function invoicesWriter(work: unknown): Promise<Buffer> {
  const { invoices, title, logo } = said.parse(work)
  return inLanguage(invoices[0]?.language ?? 'en', () =>
    writeInvoices(invoices, title, logo && Buffer.from(logo)),
  )
}
