import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { spokenAddress } from '#accounts/shop/shop-face.ts'
import { paidWithText } from '#payments/purchases/paid-with.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { quantityText } from '#payments/pricing/quantity.ts'
import { colorsOf } from '#buying/checkout/brand.ts'
import { buyerLines, invoicedSeller, taxSums, type Invoice } from './invoice.ts'
import { writingOf } from './receipt-rows.ts'
import { invoiceNumber } from '#payments/purchases/invoice-number.ts'

type Fonts = { readonly regular: Buffer; readonly bold: Buffer }
type Cell = { readonly text: string; readonly column: Column }
type Column = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

const ink = '#18181b'
const muted = '#585863'
const line = '#d4d4dc'

/** A4 with a margin, in points. */
const page = { left: 56, right: 539.28, top: 56, bottom: 770 }
const columns = {
  item: { x: page.left, width: 240, align: 'left' },
  wideItem: { x: page.left, width: 390, align: 'left' },
  net: { x: 306, width: 70, align: 'right' },
  tax: { x: 382, width: 70, align: 'right' },
  total: { x: 458, width: 81.28, align: 'right' },
  label: { x: page.left, width: 390, align: 'right' },
} as const satisfies Record<string, Column>

const typefaces = {
  sans: {
    regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  serif: {
    regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
    bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  },
}

const loading = new Map<keyof typeof typefaces, Promise<Fonts>>()

/** The fonts are part of the product and read once: they cover Latin, Greek, Cyrillic and more. */
function loadFonts(typeface: keyof typeof typefaces): Promise<Fonts> {
  const known = loading.get(typeface)
  if (known !== undefined) return known
  const { regular, bold } = typefaces[typeface]
  const loaded = Promise.all([readFile(fileURLToPath(regular)), readFile(fileURLToPath(bold))]).then(
    ([first, second]) => ({ regular: first, bold: second }),
  )
  loading.set(typeface, loaded)
  return loaded
}

/**
 * The invoice of a paid purchase as a PDF. What it says of the sale is the same until money goes back; its look and where
 * to ask are those that the shop has now. `logo` is a PNG.
 */
export async function writeInvoice(invoice: Invoice, logo?: Buffer): Promise<Buffer> {
  return writeInvoices([invoice], `Invoice ${invoiceNumber(invoice)}`, logo)
}

/** Invoices of one shop, one after the other in one file. */
export async function writeInvoices(
  invoices: readonly Invoice[],
  title: string,
  logo?: Buffer,
): Promise<Buffer> {
  const [first] = invoices
  if (first === undefined) throw new RangeError('There is no invoice to write')
  // Loaded with the first invoice: the product starts without it.
  const [{ default: Document }, fonts] = await Promise.all([
    import('pdfkit'),
    loadFonts(first.font === 'serif' ? 'serif' : 'sans'),
  ])
  const pdf = new Document({
    size: 'A4',
    margins: { top: page.top, left: page.left, right: 56, bottom: 0 },
    lang: 'en',
    displayTitle: true,
    info: {
      Title: title,
      Author: invoicedSeller(first)[0] ?? first.sellerName,
      CreationDate: first.paidAt,
    },
  })
  const written = buffer(pdf)
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  for (const [index, invoice] of invoices.entries()) {
    if (index > 0) pdf.addPage()
    if (logo !== undefined) writeLogo(pdf, logo)
    writeHead(pdf, invoice, invoiceNumber(invoice))
    writeLines(pdf, invoice)
    writeSums(pdf, invoice)
    writeFoot(pdf, invoice)
  }
  pdf.end()
  return written
}

type Pdf = InstanceType<typeof PDFDocument>

/** At the upper right, beside the title. */
function writeLogo(pdf: Pdf, logo: Buffer): void {
  const [width, height] = [180, 48]
  pdf.image(logo, page.right - width, page.top - 12, { fit: [width, height], align: 'right' })
}

function writeHead(pdf: Pdf, invoice: Invoice, number: string): void {
  const { paidAt, currency } = invoice
  const paidOn = writingOf(invoice).dayText(paidAt)
  pdf.font('bold').fontSize(22).fillColor(colorsOf(invoice).accent).text('Invoice', page.left, page.top)
  pdf.moveDown(0.8)
  const top = pdf.y
  const facts = [
    ['Invoice number', number],
    ['Date', paidOn],
    ['Paid on', paidOn],
    ['Currency', currency.toUpperCase()],
  ] as const
  for (const [label, value] of facts) {
    const { y } = pdf
    pdf.font('regular').fontSize(9).fillColor(muted).text(label, 340, y, { width: 90 })
    pdf.fillColor(ink).text(value, 430, y, { width: 109.28, align: 'right' })
    pdf.y = y + 15
  }
  const end = pdf.y
  pdf.y = top
  writeParty(pdf, 'From', invoicedSeller(invoice))
  writeParty(pdf, 'To', buyerLines(invoice))
  pdf.y = Math.max(pdf.y, end) + 12
}

function writeParty(pdf: Pdf, label: string, lines: readonly string[]): void {
  pdf.font('regular').fontSize(9).fillColor(muted).text(label, page.left, pdf.y, { width: 260 })
  pdf.y += 2
  for (const [index, text] of lines.entries()) {
    pdf.font(index === 0 ? 'bold' : 'regular').fontSize(10)
    pdf.fillColor(ink).text(text, { width: 260, lineGap: 1.5 })
  }
  pdf.y += 10
}

function writeLines(pdf: Pdf, invoice: Invoice): void {
  const amount = amountWriter(invoice)
  const isTaxed = taxSums(invoice).length > 0
  const row = (item: string, net: string, tax: string, total: string): Cell[] => [
    { text: item, column: isTaxed ? columns.item : columns.wideItem },
    ...(isTaxed
      ? [
          { text: net, column: columns.net },
          { text: tax, column: columns.tax },
        ]
      : []),
    { text: total, column: columns.total },
  ]
  const head = () =>
    writeRow(pdf, row('Item', 'Net', 'Tax', isTaxed ? 'Total' : 'Amount'), { font: 'bold', isRuled: true })
  head()
  for (const sold of invoice.lines) {
    const { subtotal, taxAmount, total } = sold
    const cells = row(itemText(invoice, sold, amount), amount(subtotal), amount(taxAmount), amount(total))
    writeRow(pdf, cells, { isRuled: true, onNewPage: head })
  }
}

/** What was bought and how many; where a coupon made it cheaper, its list price as the seller set it, and what came off. */
function itemText(
  { couponCode }: Invoice,
  { title, quantity, subtotal, total, taxInclusive, discountAmount }: Invoice['lines'][number],
  amount: (minor: number) => string,
): string {
  const listed = (taxInclusive === true ? total : subtotal) + discountAmount
  const count = quantityText(quantity, listed, amount)
  const item = count === '' ? title : `${title}\n${count}`
  return discountAmount === 0
    ? item
    : `${item}\n${amount(listed)}, ${couponCode ?? 'discount'} ${amount(-discountAmount)}`
}

function writeSums(pdf: Pdf, invoice: Invoice): void {
  const { subtotal, total, currency, refunds } = invoice
  const { dayText } = writingOf(invoice)
  const amount = amountWriter(invoice)
  const code = currency.toUpperCase()
  const sum = (label: string, minor: number, font: 'regular' | 'bold' = 'regular') =>
    writeRow(
      pdf,
      [
        { text: label, column: columns.label },
        { text: amount(minor), column: columns.total },
      ],
      { font },
    )
  pdf.y += 8
  const taxes = taxSums(invoice)
  if (taxes.length > 0) sum('Net', subtotal)
  for (const { label, net, tax } of taxes) sum(`${label} on ${amount(net)}`, tax)
  sum(`Total ${code}`, total, 'bold')
  const given = refunds.filter(({ status }) => status === 'succeeded')
  for (const refund of given) sum(`Refunded on ${dayText(refund.createdAt)}`, -refund.amount)
  if (given.length === 0) return
  const left = given.reduce((rest, refund) => rest - refund.amount, total)
  sum(`Total after refunds ${code}`, left, 'bold')
}

/** Amounts as the buyer reads them; the code stands for a symbol in letters that the fonts do not have. */
function amountWriter(invoice: Invoice): (minor: number) => string {
  const { amountText } = writingOf(invoice)
  const { code, symbol } = currencyOf(invoice.currency)
  if (/^[\p{Sc}\p{Script=Latin}\p{Script=Cyrillic}./ʻ]+$/u.test(symbol)) return amountText
  return (minor) =>
    amountText(minor)
      .replace(symbol, `${code.toUpperCase()}\u00a0`)
      .replace(/\u00a0+/, '\u00a0')
}

function writeFoot(pdf: Pdf, invoice: Invoice): void {
  const { id, sellerDetails, total, contactEmail, website } = invoice
  const { paymentMethodType: type } = invoice
  const means = paidWithText(invoice)
  const unnamed = type === null || type === 'card' ? ' by card' : ''
  const how = means === null ? unnamed : ` with ${means}`
  const paid = total === 0 ? 'Nothing was charged.' : `${amountWriter(invoice)(total)} was paid${how}.`
  const width = page.right - page.left
  const note = sellerDetails?.note ?? null
  pdf.font('regular').fontSize(9)
  const noteHeight = note === null ? 0 : pdf.heightOfString(note, { width }) + 12
  breakBefore(pdf, noteHeight + 60)
  pdf.y += 20
  if (note !== null) {
    pdf.fillColor(ink).text(note, page.left, pdf.y, { width })
    pdf.y += 12
  }
  pdf.fontSize(8).fillColor(muted).text(`${paid} Purchase ${id}.`, page.left, pdf.y, { width })
  if (contactEmail !== null) {
    pdf
      .text('Questions about this invoice? Write to ', { continued: true })
      .text(contactEmail, { link: `mailto:${contactEmail}`, underline: true })
  }
  if (website !== null) pdf.text(spokenAddress(website), { link: website, underline: contactEmail !== null })
}

type RowStyle = {
  readonly font?: 'regular' | 'bold'
  readonly isRuled?: boolean
  readonly onNewPage?: () => void
}

/** One row as high as its highest cell, on a page that has room for all of it. */
function writeRow(
  pdf: Pdf,
  cells: readonly Cell[],
  { font = 'regular', isRuled = false, onNewPage }: RowStyle,
): void {
  pdf.font(font).fontSize(9.5)
  const height = Math.max(
    ...cells.map(({ text, column }) => pdf.heightOfString(text, { width: column.width })),
  )
  if (breakBefore(pdf, height + 10)) onNewPage?.()
  const { y } = pdf
  pdf.font(font).fontSize(9.5).fillColor(ink)
  for (const { text, column } of cells) {
    pdf.text(text, column.x, y + 4, { width: column.width, align: column.align })
  }
  pdf.y = y + height + 8
  if (!isRuled) return
  pdf.moveTo(page.left, pdf.y).lineTo(page.right, pdf.y).lineWidth(0.5).strokeColor(line).stroke()
  pdf.y += 2
}

/** Whether a page had to be added for something of this height. */
function breakBefore(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= page.bottom) return false
  pdf.addPage()
  pdf.y = page.top
  return true
}
