import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { instantText } from '#foundation/day-text.ts'
import type { ProofSection } from './proof-sections.ts'

type Pdf = InstanceType<typeof PDFDocument>

const ink = '#18181b'
const muted = '#585863'

/** A4 with a margin, in points. */
const page = { left: 56, right: 539.28, top: 56, bottom: 770 }
const name = { x: page.left, width: 160 }
const value = { x: 226, width: page.right - 226 }

const fonts = {
  regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

/** The proof of a purchase as a PDF: its sections one after the other, each fact beside its name. */
export async function writeProof(
  { id, sellerName }: { readonly id: string; readonly sellerName: string },
  sections: readonly Omit<ProofSection, 'name'>[],
  now: Date,
): Promise<Buffer> {
  // Loaded with the first proof: the product starts without it.
  const [{ default: Document }, regular, bold] = await Promise.all([
    import('pdfkit'),
    readFile(fileURLToPath(fonts.regular)),
    readFile(fileURLToPath(fonts.bold)),
  ])
  const pdf = new Document({
    size: 'A4',
    margins: { top: page.top, left: page.left, right: 56, bottom: 841.89 - page.bottom },
    lang: 'en',
    displayTitle: true,
    info: { Title: `Proof of purchase ${id}`, Author: sellerName, CreationDate: now },
  })
  const written = buffer(pdf)
  pdf.registerFont('regular', regular).registerFont('bold', bold)
  pdf.font('bold').fontSize(22).fillColor(ink).text('Proof of purchase', page.left, page.top)
  pdf.moveDown(0.3)
  const lead = `From the records of ${sellerName}, as they stood on ${instantText(now.getTime())}. All times are in UTC.`
  pdf
    .font('regular')
    .fontSize(9)
    .fillColor(muted)
    .text(lead, { width: page.right - page.left })
  for (const section of sections) writeSection(pdf, section)
  pdf.end()
  return written
}

function writeSection(pdf: Pdf, { title, facts }: Omit<ProofSection, 'name'>): void {
  // A title stays with what follows it.
  breakBefore(pdf, 70)
  pdf.y += 20
  pdf
    .font('bold')
    .fontSize(12)
    .fillColor(ink)
    .text(title, page.left, pdf.y, { width: page.right - page.left })
  pdf.y += 6
  for (const [label, text] of facts) writeFact(pdf, label, text)
}

function writeFact(pdf: Pdf, label: string, text: string): void {
  pdf.font('regular').fontSize(9)
  const height = Math.max(
    pdf.heightOfString(label, { width: name.width }),
    pdf.heightOfString(text, { width: value.width }),
  )
  // What is longer than a page begins where it stands, and goes on by itself.
  const isOnOnePage = height <= page.bottom - page.top
  breakBefore(pdf, isOnOnePage ? height : 0)
  const { y } = pdf
  pdf.fillColor(muted).text(label, name.x, y, { width: name.width })
  pdf.fillColor(ink).text(text, value.x, y, { width: value.width })
  pdf.y = (isOnOnePage ? y + height : pdf.y) + 6
}

function breakBefore(pdf: Pdf, height: number): void {
  if (pdf.y + height <= page.bottom) return
  pdf.addPage()
  pdf.y = page.top
}
