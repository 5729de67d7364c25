import { z } from 'zod'
import type { Document } from '#foundation/pdf/write-document.ts'
import { proofSections, type ProofSection } from './proof-sections.ts'
import type { Proof } from './store.ts'
import { writeProof } from './write-proof.ts'

const said = z.object({
  purchase: z.object({ id: z.string(), sellerName: z.string() }),
  sections: z.custom<readonly ProofSection[]>(Array.isArray),
  now: z.date(),
})

/** The proof of a purchase as it stands at this minute. */
export function proofDocument(proof: Proof, now: Date): Document {
  const { id, sellerName } = proof
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const says = { purchase: { id, sellerName }, sections: proofSections(proof, minute), now: minute }
  return { kind: 'proof', says: says satisfies z.input<typeof said> }
}

export function proofWriter(work: unknown): Promise<Buffer> {
  const { purchase, sections, now } = said.parse(work)
  return writeProof(purchase, sections, now)
}
