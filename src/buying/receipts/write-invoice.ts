import { buffer } from 'node:stream/consumers'
import { spokenAddress } from '#accounts/shop/shop-face.ts'
import { paidWithText } from '#payments/purchases/paid-with.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { openDocument, page, type Pdf } from '#foundation/pdf/open-document.ts'
import { nameWithin } from '#foundation/pdf/script-fonts.ts'
import type { TextStyle, Typesetter } from '#foundation/pdf/set-text.ts'
import { quantityText } from '#payments/pricing/quantity.ts'
import { colorsOf } from '#buying/checkout/brand.ts'
import { buyerLines, invoicedSeller, taxSums, type Invoice } from './invoice.ts'
import { writingOf } from './receipt-rows.ts'
import { invoiceNumber } from '#payments/purchases/invoice-number.ts'

type Sheet = { readonly pdf: Pdf; readonly text: Typesetter }
type Cell = { readonly text: string; readonly column: Column }
type Column = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

const ink = '#18181b'
const muted = '#585863'
const line = '#d4d4dc'
const labelStyle = { font: 'regular', size: 9, color: muted } as const

const columns = {
  item: { x: page.left, width: 240, align: 'left' },
  wideItem: { x: page.left, width: 390, align: 'left' },
  net: { x: 306, width: 70, align: 'right' },
  tax: { x: 382, width: 70, align: 'right' },
  total: { x: 458, width: 81.28, align: 'right' },
  label: { x: page.left, width: 390, align: 'right' },
} as const satisfies Record<string, Column>

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
  const sheet = await openDocument({
    title,
    author: invoicedSeller(first)[0] ?? first.sellerName,
    createdAt: first.paidAt,
    typeface: first.font === 'serif' ? 'serif' : 'sans',
    goesOn: false,
    about: invoices,
    locale: first.locale,
  })
  const { pdf } = sheet
  const written = buffer(pdf)
  for (const [index, invoice] of invoices.entries()) {
    if (index > 0) pdf.addPage()
    if (logo !== undefined) writeLogo(pdf, logo)
    writeHead(sheet, invoice, invoiceNumber(invoice))
    writeLines(sheet, invoice)
    writeSums(sheet, invoice)
    writeFoot(sheet, invoice)
  }
  pdf.end()
  return written
}

/** At the upper right, beside the title. */
function writeLogo(pdf: Pdf, logo: Buffer): void {
  const [width, height] = [180, 48]
  pdf.image(logo, page.right - width, page.top - 12, { fit: [width, height], align: 'right' })
}

function writeHead({ pdf, text }: Sheet, invoice: Invoice, number: string): void {
  const { paidAt, currency } = invoice
  const paidOn = writingOf(invoice).dayText(paidAt)
  const title = { font: 'bold', size: 22, color: colorsOf(invoice).accent, width: 300 } as const
  text.write('Invoice', page.left, page.top, title)
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
    text.write(label, 340, y, { ...labelStyle, width: 90 })
    text.write(value, 430, y, { ...labelStyle, color: ink, width: 109.28, align: 'right' })
    pdf.y = y + 15
  }
  const end = pdf.y
  pdf.y = top
  writeParty({ pdf, text }, 'From', invoicedSeller(invoice))
  writeParty({ pdf, text }, 'To', buyerLines(invoice))
  pdf.y = Math.max(pdf.y, end) + 12
}

function writeParty({ pdf, text }: Sheet, label: string, lines: readonly string[]): void {
  text.write(label, page.left, pdf.y, { ...labelStyle, width: 260 })
  pdf.y += 2
  for (const [index, said] of lines.entries()) {
    const font = index === 0 ? 'bold' : 'regular'
    text.write(said, page.left, pdf.y, { font, size: 10, color: ink, width: 260, lineGap: 1.5 })
  }
  pdf.y += 10
}

function writeLines(sheet: Sheet, invoice: Invoice): void {
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
    writeRow(sheet, row('Item', 'Net', 'Tax', isTaxed ? 'Total' : 'Amount'), { font: 'bold', isRuled: true })
  head()
  for (const sold of invoice.lines) {
    const { subtotal, taxAmount, total } = sold
    const cells = row(itemText(invoice, sold, amount), amount(subtotal), amount(taxAmount), amount(total))
    writeRow(sheet, cells, { isRuled: true, onNewPage: head })
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

function writeSums(sheet: Sheet, invoice: Invoice): void {
  const { subtotal, total, currency, refunds } = invoice
  const { dayText } = writingOf(invoice)
  const amount = amountWriter(invoice)
  const code = currency.toUpperCase()
  const sum = (label: string, minor: number, font: 'regular' | 'bold' = 'regular') =>
    writeRow(
      sheet,
      [
        { text: label, column: columns.label },
        { text: amount(minor), column: columns.total },
      ],
      { font },
    )
  sheet.pdf.y += 8
  const taxes = taxSums(invoice)
  if (taxes.length > 0) sum('Net', subtotal)
  for (const { label, net, tax } of taxes) sum(`${nameWithin(label)} on ${amount(net)}`, tax)
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

function writeFoot({ pdf, text }: Sheet, invoice: Invoice): void {
  const { id, sellerDetails, total, contactEmail, website } = invoice
  const { paymentMethodType: type } = invoice
  const means = paidWithText(invoice)
  const unnamed = type === null || type === 'card' ? ' by card' : ''
  const how = means === null ? unnamed : ` with ${means}`
  const paid = total === 0 ? 'Nothing was charged.' : `${amountWriter(invoice)(total)} was paid${how}.`
  const width = page.right - page.left
  const note = sellerDetails?.note ?? null
  const noteStyle = { font: 'regular', size: 9, color: ink, width } as const
  const noteHeight = note === null ? 0 : text.heightOf(note, noteStyle) + 12
  breakBefore(pdf, noteHeight + 60)
  pdf.y += 20
  if (note !== null) {
    text.write(note, page.left, pdf.y, noteStyle)
    pdf.y += 12
  }
  text.write(`${paid} Purchase ${id}.`, page.left, pdf.y, { ...noteStyle, size: 8, color: muted })
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
  { pdf, text }: Sheet,
  cells: readonly Cell[],
  { font = 'regular', isRuled = false, onNewPage }: RowStyle,
): void {
  const styleOf = ({ width, align }: Column): TextStyle => ({ font, size: 9.5, color: ink, width, align })
  const height = Math.max(...cells.map((cell) => text.heightOf(cell.text, styleOf(cell.column))))
  if (breakBefore(pdf, height + 10)) onNewPage?.()
  const { y } = pdf
  for (const cell of cells) text.write(cell.text, cell.column.x, y + 4, styleOf(cell.column))
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
