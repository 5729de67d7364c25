import { z } from 'zod'
import type { Document } from '#foundation/pdf/write-document.ts'
import { evidenceSections, type EvidenceSection } from './evidence-sections.ts'
import type { SaleEvidence } from './store.ts'
import { writeEvidence } from './write-evidence.ts'

const said = z.object({
  purchase: z.object({ id: z.string(), sellerName: z.string() }),
  sections: z.custom<readonly EvidenceSection[]>(Array.isArray),
  now: z.date(),
})

/** The proof of a purchase as it stands at this minute. */
export function evidenceDocument(sale: SaleEvidence, now: Date): Document {
  const { id, sellerName } = sale
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const says = { purchase: { id, sellerName }, sections: evidenceSections(sale, minute), now: minute }
  return { kind: 'proof', says: says satisfies z.input<typeof said> }
}

export function evidenceWriter(work: unknown): Promise<Buffer> {
  const { purchase, sections, now } = said.parse(work)
  return writeEvidence(purchase, sections, now)
}
