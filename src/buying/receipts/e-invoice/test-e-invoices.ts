import type { DocumentLine } from '#foundation/db/tables/invoices.ts'
import type { Invoice } from '../invoice/invoice.ts'

type Example = {
  readonly currency: string
  readonly lines: readonly DocumentLine[]
  readonly number: string
  /** The number of the invoice, for a credit note. */
  readonly of?: string
}

const party = { addressLine2: null, postalCode: '10115', city: 'Berlin', country: 'DE' }

/** An issued document from a business in Berlin to a company in Vienna. */
export function exampleInvoice({ currency, lines, number, of }: Example): Invoice {
  const sum = (key: 'subtotal' | 'taxAmount' | 'total') => lines.reduce((all, line) => all + line[key], 0)
  const sums = { subtotal: sum('subtotal'), taxAmount: sum('taxAmount'), total: sum('total') }
  const kind = of === undefined ? 'invoice' : 'credit'
  return {
    ...blank,
    ...sums,
    currency,
    lines,
    number,
    paper: {
      id: number,
      kind,
      reason: of === undefined ? 'sale' : 'refund',
      isReplaced: false,
      number,
      issuedOn: '2026-11-22',
      billTo: null,
      documentLines: null,
      ofNumber: of ?? null,
      ...sums,
    },
  }
}

const time = new Date('2026-11-22T12:00:00Z')

const blank: Omit<Invoice, 'currency' | 'lines' | 'number' | 'paper' | 'subtotal' | 'taxAmount' | 'total'> = {
  id: '01a229c4-141c-7392-9fb7-2f2cd9031744',
  sellerId: '01a229c4-141c-7392-9fb7-2f2cd9031745',
  formId: '01a229c4-141c-7392-9fb7-2f2cd9031746',
  priceId: null,
  kind: 'order',
  orderId: null,
  allowsPause: true,
  sellsToBusinesses: false,
  restsFrom: null,
  keyGeneration: 0,
  orderKeyGeneration: 0,
  status: 'paid',
  email: 'buyer@example.com',
  stripeAccountId: 'acct_1',
  name: 'Bea Novak',
  couponCode: null,
  taxCalculation: null,
  createdAt: time,
  paidAt: time,
  locale: 'de-AT',
  language: 'de',
  cardBrand: 'visa',
  cardLast4: '4242',
  paymentMethodType: 'card',
  formTitle: 'A course',
  ownFormTitle: 'A course',
  image: null,
  files: [],
  successMessage: '',
  translatedMessage: null,
  contentLanguage: 'en',
  languages: null,
  themeColor: '#000000',
  buttonTextColor: '#ffffff',
  sellerName: 'Studio',
  originalName: null,
  logo: null,
  wideLogo: null,
  contactEmail: 'studio@example.com',
  website: null,
  brandColor: null,
  font: 'system',
  sellerCountry: 'DE',
  sellerDetails: {
    ...party,
    name: 'Studio GmbH & Co',
    addressLine1: 'Invalidenstraße 1',
    taxNumber: 'DE123456789',
    shopName: 'Studio',
    note: null,
  },
  buyerDetails: {
    ...party,
    name: 'Kunde GmbH',
    addressLine1: 'Ring 2',
    city: 'Wien',
    country: 'AT',
    taxNumber: 'ATU12345678',
  },
  isTakenBack: false,
  isWithdrawn: false,
  beginsPayments: false,
  isTrialOver: false,
  isTrialReturned: false,
  refunds: [],
  papers: [],
  terms: {
    sells: null,
    withdrawalDays: null,
    onWithdrawal: null,
    ownText: null,
    buyerCountry: null,
    askedCountry: null,
    isBusiness: false,
    hasFiles: false,
    hasMessage: false,
    sellerCountry: 'DE',
    consentAsked: null,
    consents: [],
    begunAt: null,
    isOrderBegun: false,
    deliveredOn: null,
  },
}
