import { readCatalog } from '#foundation/language/catalog.ts'
import { buffer } from 'node:stream/consumers'
import { inLanguage, t } from '#foundation/language/t.ts'
import { spokenAddress } from '#accounts/shop/shop-face.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { openDocument, page, type Pdf } from '#foundation/pdf/open-document.ts'
import { nameWithin } from '#foundation/pdf/script-fonts.ts'
import type { TextStyle, Typesetter } from '#foundation/pdf/set-text.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { quantityText } from '#payments/pricing/sold-form.ts'
import { colorsOf } from '#buying/checkout/page/brand.ts'
import { writingOf } from '../mail/receipt-rows.ts'
import { attachData } from '../e-invoice/attach-data.ts'
import { asEInvoice } from '../e-invoice/e-invoice.ts'
import { reverseCharge } from '#payments/pricing/shown-price.ts'
import { buyerLines, invoicedSeller, taxSums, type Invoice } from './invoice.ts'
import { asPrinted, factsOf } from './printed-invoice.ts'

type Sheet = {
  readonly pdf: Pdf
  readonly text: Typesetter
  readonly columns: Columns
  /** Begins the next page, with the invoice number at the top. */
  readonly turnPage: () => void
}
type Cell = { readonly text: string; readonly column: Column }
type Column = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

const ink = '#18181b'
const muted = '#585863'
const line = '#d4d4dc'
/** The font size of the invoice's lines and totals. */
const rowSize = 9.5
const labelStyle = { font: 'regular', size: 9, color: muted } as const

type Columns = Readonly<Record<'item' | 'wideItem' | 'net' | 'tax' | 'total' | 'label', Column>>

/** The widths of the columns. They fit the largest amount in bold, because wrapped amounts are easily misread. */
function columnsOf(
  { pdf, text }: Pick<Sheet, 'pdf' | 'text'>,
  { subtotal, total, lines, refunds, ...rest }: Invoice,
): Columns {
  const amount = amountWriter(text, rest)
  pdf.font('bold').fontSize(rowSize)
  const amounts = [...lines.flatMap((sold) => [sold.subtotal, sold.taxAmount, sold.total]), subtotal, total]
  const widths = [...amounts, ...refunds.map((refund) => -refund.amount)].map((minor) =>
    pdf.widthOfString(amount(minor)),
  )
  const needed = Math.ceil(Math.max(...widths)) + 2
  const [gap, totalWidth, otherWidth] = [6, Math.max(81.28, needed), Math.max(70, needed)]
  const totalX = page.right - totalWidth
  const taxX = totalX - gap - otherWidth
  const netX = taxX - gap - otherWidth
  const labelWidth = totalX - 12 - page.left
  return {
    item: { x: page.left, width: netX - 10 - page.left, align: 'left' },
    wideItem: { x: page.left, width: labelWidth, align: 'left' },
    net: { x: netX, width: otherWidth, align: 'right' },
    tax: { x: taxX, width: otherWidth, align: 'right' },
    total: { x: totalX, width: totalWidth, align: 'right' },
    label: { x: page.left, width: labelWidth, align: 'right' },
  }
}

/**
 * One shop's invoices in one PDF, each in its order's language, with the shop's current look and contact
 * details. A single invoice also contains its data, if it can be an e-invoice. `logo` is a PNG.
 */
export async function writeInvoices(
  invoices: readonly Invoice[],
  title: string,
  logo?: Buffer,
): Promise<Buffer> {
  const [first] = invoices
  if (first === undefined) throw new RangeError('There is no invoice to write')
  const data = invoices.length === 1 ? asEInvoice(first) : undefined
  const { pdf, text } = await openDocument({
    title,
    isArchive: data !== undefined,
    author: invoicedSeller(first)[0] ?? first.sellerName,
    createdAt: first.paidAt,
    typeface: first.font === 'serif' ? 'serif' : 'sans',
    goesOn: false,
    about: [invoices, languagesOf(invoices).map((language) => readCatalog(language).textsIn(labels))],
    locale: first.locale,
  })
  const written = buffer(pdf)
  for (const [index, invoice] of invoices.map(asPrinted).entries()) {
    if (index > 0) pdf.addPage()
    if (logo !== undefined) writeLogo(pdf, logo)
    inLanguage(invoice.language, () => {
      const columns = columnsOf({ pdf, text }, invoice)
      const sheet = { pdf, text, columns, turnPage: pageTurner({ pdf, text }, invoice) }
      writeHead(sheet, invoice)
      writeLines(sheet, invoice)
      writeSums(sheet, invoice)
      writeFoot(sheet, invoice)
    })
  }
  if (data !== undefined) attachData(pdf, data)
  pdf.end()
  return written
}

/** The source files with the labels of invoices. Their letters decide which fonts a document needs. */
const labels =
  /^src\/(?:buying\/receipts\/(?:invoice|mail\/receipt-rows)|payments\/(?:pricing|purchases\/charge)|foundation\/(?:time|text))/

function languagesOf(invoices: readonly Invoice[]): string[] {
  return [...new Set(invoices.map(({ language }) => language))]
}

/** Shows which invoice a page belongs to, in case it is separated from the others. */
function pageTurner({ pdf, text }: Pick<Sheet, 'pdf' | 'text'>, { number, paper }: Invoice): () => void {
  let count = 1
  return () => {
    count += 1
    pdf.addPage()
    const place = { number: number ?? '', page: count }
    const head =
      paper?.kind === 'credit'
        ? t('Credit note {number}, page {page}', place)
        : t('Invoice {number}, page {page}', place)
    text.write(head, page.left, page.top, { ...labelStyle, width: page.right - page.left })
    pdf.y += 10
  }
}

function writeLogo(pdf: Pdf, logo: Buffer): void {
  const [width, height] = [180, 48]
  pdf.image(logo, page.right - width, page.top - 12, { fit: [width, height], align: 'right' })
}

function writeHead({ pdf, text }: Sheet, invoice: Invoice): void {
  const isCredit = invoice.paper?.kind === 'credit'
  const title = { font: 'bold', size: 22, color: colorsOf(invoice).accent, width: 300 } as const
  text.write(isCredit ? t('Credit note') : t('Invoice'), page.left, page.top, title)
  pdf.moveDown(0.8)
  const top = pdf.y
  for (const [label, value] of factsOf(invoice)) {
    const { y } = pdf
    text.write(label, 340, y, { ...labelStyle, width: 90 })
    const below = pdf.y
    text.write(value, 430, y, { ...labelStyle, color: ink, width: 109.28, align: 'right' })
    pdf.y = Math.max(y + 15, below + 4, pdf.y + 4)
  }
  const end = pdf.y
  pdf.y = top
  writeParty({ pdf, text }, t('Issued by'), invoicedSeller(invoice))
  writeParty({ pdf, text }, t('Billed to'), buyerLines(invoice))
  pdf.y = Math.max(pdf.y, end) + 12
}

function writeParty(
  { pdf, text }: Pick<Sheet, 'pdf' | 'text'>,
  label: string,
  lines: readonly string[],
): void {
  text.write(label, page.left, pdf.y, { ...labelStyle, width: 260 })
  pdf.y += 2
  for (const [index, said] of lines.entries()) {
    const font = index === 0 ? 'bold' : 'regular'
    text.write(said, page.left, pdf.y, { font, size: 10, color: ink, width: 260, lineGap: 1.5 })
  }
  pdf.y += 10
}

function writeLines(sheet: Sheet, invoice: Invoice): void {
  const amount = amountWriter(sheet.text, invoice)
  const { columns } = sheet
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
    writeRow(sheet, row(t('Item'), t('Net'), t('Tax'), isTaxed ? t('Total') : t('Amount')), {
      font: 'bold',
      isRuled: true,
    })
  head()
  for (const sold of invoice.lines) {
    const { subtotal, taxAmount, total } = sold
    const cells = row(itemText(invoice, sold, amount), amount(subtotal), amount(taxAmount), amount(total))
    writeRow(sheet, cells, { isRuled: true, onNewPage: head })
  }
}

/** The title and quantity of a line and, if it is discounted, the seller's list price and the discount. */
function itemText(
  { couponCode }: Invoice,
  { title, quantity, subtotal, total, taxInclusive, discountAmount }: Invoice['lines'][number],
  amount: (minor: number) => string,
): string {
  const listed = (taxInclusive === true ? total : subtotal) + discountAmount
  const count = quantityText(quantity, listed, amount)
  const item = count === '' ? title : `${title}\n${count}`
  if (discountAmount === 0) return item
  const [price, discount] = [amount(listed), amount(-discountAmount)]
  const reduced =
    couponCode === null
      ? t('{price}, discount {discount}', { price, discount })
      : `${price}, ${couponCode} ${discount}`
  return `${item}\n${reduced}`
}

function writeSums(sheet: Sheet, invoice: Invoice): void {
  const { subtotal, total, currency, refunds } = invoice
  const { dayText } = writingOf(invoice)
  const { columns } = sheet
  const amount = amountWriter(sheet.text, invoice)
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
  if (taxes.length > 0) sum(t('Net'), subtotal)
  for (const { label, net, tax } of taxes)
    sum(t('{tax} on {net}', { tax: nameWithin(label), net: amount(net) }), tax)
  if (invoice.lines.some(({ taxTreatment }) => taxTreatment === 'reverse_charge'))
    writeRow(sheet, [{ text: reverseCharge(), column: columns.wideItem }], {})
  sum(t('Total {currency}', { currency: code }), total, 'bold')
  const given = refunds.filter(({ status }) => status === 'succeeded')
  for (const { createdAt, amount: back, taxAmount } of given) {
    const [day, tax] = [dayText(createdAt), amount(taxAmount)]
    sum(
      taxAmount === 0
        ? t('Refunded on {day}', { day })
        : t('Refunded on {day}, including {tax} of tax', { day, tax }),
      -back,
    )
  }
  if (given.length === 0) return
  const left = given.reduce((rest, refund) => rest - refund.amount, total)
  sum(t('Total after refunds {currency}', { currency: code }), left, 'bold')
}

/** Amounts in the buyer's format. The currency code replaces a symbol that the typeface does not have. */
function amountWriter(
  text: Pick<Typesetter, 'isPlain'>,
  invoice: Pick<Invoice, 'locale' | 'currency'>,
): (minor: number) => string {
  const { amountText } = writingOf(invoice)
  const { code, symbol } = currencyOf(invoice.currency)
  const isRead = /^[\p{Sc}\p{Script=Latin}\p{Script=Cyrillic}./ʻ]+$/u.test(symbol)
  if (isRead && text.isPlain(symbol)) return amountText
  return (minor) =>
    amountText(minor)
      .replace(symbol, `${code.toUpperCase()}\u00a0`)
      .replace(/\u00a0+/, '\u00a0')
}

function writeFoot({ pdf, text, turnPage }: Sheet, invoice: Invoice): void {
  const { id, sellerDetails, total, contactEmail, website } = invoice
  const isPaid = invoice.paper === null || invoice.paper.reason === 'sale'
  const paid = isPaid ? [paidText(invoice, amountWriter(text, invoice)(total))] : []
  const width = page.right - page.left
  const note = sellerDetails?.note ?? null
  const noteStyle = { font: 'regular', size: 9, color: ink, width } as const
  const noteHeight = note === null ? 0 : text.heightOf(note, noteStyle) + 12
  breakBefore({ pdf, turnPage }, noteHeight + 60)
  pdf.y += 20
  if (note !== null) {
    text.write(note, page.left, pdf.y, noteStyle)
    pdf.y += 12
  }
  text.write([...paid, t('Purchase {id}.', { id })].join(' '), page.left, pdf.y, {
    ...noteStyle,
    size: 8,
    color: muted,
  })
  if (contactEmail !== null) {
    const question = t('Questions about this invoice? Write to {email}', { email: '\n' })
    const [before = '', after = ''] = question.split('\n')
    if (text.isPlain(before + after)) {
      pdf
        .text(before, { continued: true })
        .text(contactEmail, { link: mailLink(contactEmail), underline: true, continued: after !== '' })
      if (after !== '') pdf.text(after, { link: null, underline: false })
    } else {
      text.write(before + contactEmail + after, page.left, pdf.y, { ...noteStyle, size: 8, color: muted })
    }
  }
  if (website === null) return
  const spoken = [website, new URL(website).href].map(spokenAddress).find(text.isPlain)
  if (spoken !== undefined) pdf.text(spoken, { link: website, underline: contactEmail !== null })
}

function paidText(invoice: Invoice, amount: string): string {
  const { paymentMethodType: type } = invoice
  const means = paidWithText(invoice)
  if (means !== null) return t('Paid {amount} with {means}.', { amount, means })
  return type === null || type === 'card'
    ? t('Paid {amount} by card.', { amount })
    : t('Paid {amount}.', { amount })
}

type RowStyle = {
  readonly font?: 'regular' | 'bold'
  readonly isRuled?: boolean
  readonly onNewPage?: () => void
}

/** A row that is as tall as its tallest cell, all on one page. */
function writeRow(
  { pdf, text, turnPage }: Sheet,
  cells: readonly Cell[],
  { font = 'regular', isRuled = false, onNewPage }: RowStyle,
): void {
  const styleOf = ({ width, align }: Column): TextStyle => ({ font, size: rowSize, color: ink, width, align })
  const height = Math.max(...cells.map((cell) => text.heightOf(cell.text, styleOf(cell.column))))
  if (breakBefore({ pdf, turnPage }, height + 10)) onNewPage?.()
  const { y } = pdf
  for (const cell of cells) text.write(cell.text, cell.column.x, y + 4, styleOf(cell.column))
  pdf.y = y + height + 8
  if (!isRuled) return
  pdf.moveTo(page.left, pdf.y).lineTo(page.right, pdf.y).lineWidth(0.5).strokeColor(line).stroke()
  pdf.y += 2
}

/** Adds a page if this height does not fit, and returns whether it did. */
function breakBefore({ pdf, turnPage }: Pick<Sheet, 'pdf' | 'turnPage'>, height: number): boolean {
  if (pdf.y + height <= page.bottom) return false
  turnPage()
  return true
}
