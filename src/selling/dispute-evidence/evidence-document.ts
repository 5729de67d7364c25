import { z } from 'zod'
import { buffer } from 'node:stream/consumers'
import { t } from '#foundation/language/t.ts'
import type { Document } from '#foundation/pdf/write-document.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { openDocument, page, type Pdf } from '#foundation/pdf/open-document.ts'
import { nameWithin } from '#foundation/pdf/script-fonts.ts'
import type { Typesetter } from '#foundation/pdf/set-text.ts'
import { type EvidenceSection, evidenceSections } from './evidence-sections.ts'
import type { SaleEvidence } from './store.ts'

const evidenceFields = z.object({
  purchase: z.object({ id: z.string(), sellerName: z.string() }),
  sections: z.custom<readonly EvidenceSection[]>(Array.isArray),
  now: z.date(),
})

/** A purchase's evidence as of now. */
export function evidenceDocument(sale: SaleEvidence, now: Date): Document {
  const { id, sellerName } = sale
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const says = { purchase: { id, sellerName }, sections: evidenceSections(sale, minute), now: minute }
  return { kind: 'proof', says: says satisfies z.input<typeof evidenceFields> }
}

export function evidenceWriter(work: unknown): Promise<Buffer> {
  const { purchase, sections, now } = evidenceFields.parse(work)
  return writeEvidence(purchase, sections, now)
}

type Sheet = { readonly pdf: Pdf; readonly text: Typesetter }

const ink = '#18181b'
const muted = '#585863'

const name = { x: page.left, width: 160 }
const value = { x: 226, width: page.right - 226 }

const wide = page.right - page.left

/** Writes a purchase's evidence as a PDF, section by section, with each fact next to its label. */
export async function writeEvidence(
  { id, sellerName }: { readonly id: string; readonly sellerName: string },
  sections: readonly Omit<EvidenceSection, 'name'>[],
  now: Date,
): Promise<Buffer> {
  const sheet = await openDocument({
    title: t('Proof of purchase {id}', { id }),
    author: sellerName,
    createdAt: now,
    typeface: 'sans',
    goesOn: true,
    about: [sellerName, sections],
  })
  const { pdf, text } = sheet
  const written = buffer(pdf)
  const heading = { font: 'bold', size: 22, color: ink, width: wide } as const
  text.write(t('Proof of purchase'), page.left, page.top, heading)
  pdf.moveDown(0.3)
  const lead = t('From the records of {seller} as of {time}. All times are in UTC.', {
    seller: nameWithin(sellerName),
    time: instantText(now.getTime()),
  })
  text.write(lead, page.left, pdf.y, { font: 'regular', size: 9, color: muted, width: wide })
  for (const section of sections) writeSection(sheet, section)
  pdf.end()
  return written
}

function writeSection(sheet: Sheet, { title, facts }: Omit<EvidenceSection, 'name'>): void {
  const { pdf, text } = sheet
  // A title stays on the same page as its first fact.
  breakBefore(pdf, 70)
  pdf.y += 20
  text.write(title, page.left, pdf.y, { font: 'bold', size: 12, color: ink, width: wide })
  pdf.y += 6
  for (const [label, said] of facts) writeFact(sheet, label, said)
}

function writeFact({ pdf, text }: Sheet, label: string, said: string): void {
  const labelStyle = { font: 'regular', size: 9, color: muted, width: name.width } as const
  const valueStyle = { font: 'regular', size: 9, color: ink, width: value.width } as const
  const height = Math.max(text.heightOf(label, labelStyle), text.heightOf(said, valueStyle))
  // A fact longer than a page starts here and flows onto the next.
  const isOnOnePage = height <= page.bottom - page.top
  breakBefore(pdf, isOnOnePage ? height : 0)
  const { y } = pdf
  text.write(label, name.x, y, labelStyle)
  text.write(said, value.x, y, valueStyle)
  pdf.y = (isOnOnePage ? y + height : pdf.y) + 6
}

function breakBefore(pdf: Pdf, height: number): void {
  if (pdf.y + height <= page.bottom) return
  pdf.addPage()
  pdf.y = page.top
}
