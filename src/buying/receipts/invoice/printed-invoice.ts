import { t } from '#foundation/language/t.ts'
import type { TaxedAmount } from '#foundation/money/tax.ts'
import { numberByDay } from '#payments/purchases/records/invoice-number.ts'
import { writingOf } from '../mail/receipt-rows.ts'
import type { Invoice, Paper } from './invoice.ts'

/** The details at the top of an invoice, by label. */
export function factsOf(invoice: Invoice): (readonly [label: string, value: string])[] {
  const { paidAt, currency, number, paper } = invoice
  const { dayText } = writingOf(invoice)
  const issuedOn = paper?.issuedOn ?? null
  const date = [t('Date'), dayText(issuedOn === null ? paidAt : new Date(issuedOn))] as const
  const of = paper?.ofNumber ?? (paper?.reason === 'sale' ? null : numberByDay(invoice))
  return [
    [paper?.kind === 'credit' ? t('Credit note number') : t('Invoice number'), number ?? ''],
    date,
    ...(paper === null || paper.reason === 'sale'
      ? []
      : [
          ...(of === null || isNewInvoice(paper) ? [] : [[t('Refers to'), of] as const]),
          [t('Reason'), reasonOf(paper)] as const,
        ]),
    ...(paper?.kind === 'credit' ? [] : [[t('Paid on'), dayText(paidAt)] as const]),
    [t('Currency'), currency.toUpperCase()],
  ]
}

function isNewInvoice({ kind, reason }: Paper): boolean {
  return kind === 'invoice' && reason === 'correction'
}

function reasonOf({ reason }: Paper): string {
  switch (reason) {
    case 'sale':
      return ''
    case 'refund':
      return t('Refund')
    case 'dispute':
      return t('Reversed by your bank')
    case 'refund_failed':
      return t('The refund failed')
    case 'dispute_won':
      return t('Paid after all')
    case 'correction':
      return t('New invoice details')
  }
}

/** The title of a document: its kind and its number. */
export function documentTitle({ number, paper }: Invoice): string {
  const said = { number: number ?? '' }
  return paper?.kind === 'credit' ? t('Credit note {number}', said) : t('Invoice {number}', said)
}

/** Amounts on a printed credit note are negative. */
export function asPrinted(invoice: Invoice): Invoice {
  if (invoice.paper?.kind !== 'credit') return invoice
  const { subtotal, taxAmount, total } = invoice
  return {
    ...invoice,
    ...negated({ subtotal, taxAmount, total }),
    lines: invoice.lines.map((sold) => {
      const { subtotal: net, taxAmount: tax, total: gross } = sold
      return { ...sold, ...negated({ subtotal: net, taxAmount: tax, total: gross }), discountAmount: 0 }
    }),
  }
}

function negated({ subtotal, taxAmount, total }: TaxedAmount): TaxedAmount {
  return { subtotal: -subtotal, taxAmount: -taxAmount, total: -total }
}
