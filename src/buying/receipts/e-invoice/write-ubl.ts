import { t } from '#foundation/language/t.ts'
import { type ECategory, type EInvoice, type ELine, type EParty, paymentMeans } from './e-invoice.ts'
import { guideline } from './write-cii.ts'
import { documentOf, element as el } from './xml.ts'

/** Writes an invoice as XML in the UBL 2.1 format, in which a credit note has a separate document type. */
export function writeUbl(invoice: EInvoice): string {
  const { type, currency, taxes, sums, preceding } = invoice
  const isCredit = type === '381'
  const kind = isCredit ? 'CreditNote' : 'Invoice'
  const amount = (name: string, value: string | null) => el(name, value, { currencyID: currency })
  const root = el(
    kind,
    [
      el('cbc:CustomizationID', guideline),
      el('cbc:ID', invoice.number),
      el('cbc:IssueDate', invoice.issuedOn),
      el(`cbc:${kind}TypeCode`, type),
      el('cbc:DocumentCurrencyCode', currency),
      el('cac:BillingReference', [el('cac:InvoiceDocumentReference', [el('cbc:ID', preceding)])]),
      el('cac:AccountingSupplierParty', [party(invoice.seller, invoice.seller.tradeName)]),
      el('cac:AccountingCustomerParty', [party(invoice.buyer)]),
      el('cac:PaymentMeans', [el('cbc:PaymentMeansCode', paymentMeans)]),
      el('cac:TaxTotal', [
        amount('cbc:TaxAmount', sums.tax),
        taxes.map((tax) =>
          el('cac:TaxSubtotal', [
            amount('cbc:TaxableAmount', tax.net),
            amount('cbc:TaxAmount', tax.tax),
            taxCategory('cac:TaxCategory', tax, tax.reason),
          ]),
        ),
      ]),
      el('cac:LegalMonetaryTotal', [
        amount('cbc:LineExtensionAmount', sums.net),
        amount('cbc:TaxExclusiveAmount', sums.net),
        amount('cbc:TaxInclusiveAmount', sums.total),
        amount('cbc:PrepaidAmount', sums.total),
        amount('cbc:PayableAmount', '0'),
      ]),
      invoice.lines.map((line) => lineOf(line, isCredit, amount)),
    ],
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  )
  if (root === null) throw new RangeError('An e-invoice has content')
  return documentOf(root)
}

function party({ name, vatId, taxNumber, email, ...address }: EParty, tradeName: string | null = null) {
  return el('cac:Party', [
    el('cbc:EndpointID', email, { schemeID: 'EM' }),
    el('cac:PartyName', [el('cbc:Name', tradeName)]),
    el('cac:PostalAddress', [
      el('cbc:StreetName', address.street),
      el('cbc:AdditionalStreetName', address.street2),
      el('cbc:CityName', address.city),
      el('cbc:PostalZone', address.postalCode),
      el('cac:Country', [el('cbc:IdentificationCode', address.country)]),
    ]),
    taxScheme(vatId, 'VAT'),
    taxScheme(taxNumber, 'TAX'),
    el('cac:PartyLegalEntity', [el('cbc:RegistrationName', name)]),
  ])
}

function taxScheme(id: string | null, scheme: 'VAT' | 'TAX') {
  if (id === null) return null
  return el('cac:PartyTaxScheme', [el('cbc:CompanyID', id), el('cac:TaxScheme', [el('cbc:ID', scheme)])])
}

function taxCategory(name: string, { code, rate }: ECategory, reason: string | null = null) {
  return el(name, [
    el('cbc:ID', code),
    el('cbc:Percent', rate),
    el('cbc:TaxExemptionReason', reason),
    el('cac:TaxScheme', [el('cbc:ID', 'VAT')]),
  ])
}

type Amount = (name: string, value: string | null) => ReturnType<typeof el>

/** UN/ECE Recommendation 20: one. */
const unit = { unitCode: 'C62' }

function lineOf(
  { id, name, quantity, price, discount, net, category }: ELine,
  isCredit: boolean,
  amount: Amount,
) {
  return el(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    el('cbc:ID', id),
    el(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', quantity, unit),
    amount('cbc:LineExtensionAmount', net),
    discount === null
      ? null
      : el('cac:AllowanceCharge', [
          el('cbc:ChargeIndicator', 'false'),
          el('cbc:AllowanceChargeReason', t('Discount')),
          amount('cbc:Amount', discount),
        ]),
    el('cac:Item', [el('cbc:Name', name), taxCategory('cac:ClassifiedTaxCategory', category)]),
    el('cac:Price', [amount('cbc:PriceAmount', price), el('cbc:BaseQuantity', quantity, unit)]),
  ])
}
