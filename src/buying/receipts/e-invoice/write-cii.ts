import { t } from '#foundation/language/t.ts'
import { type EInvoice, type ELine, type EParty, type ETax, paymentMeans } from './e-invoice.ts'
import { documentOf, element as el } from './xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** The identifier of the standard itself, which Factur-X and ZUGFeRD call the profile EN 16931. */
export const guideline = 'urn:cen.eu:en16931:2017'

/**
 * Writes an invoice as XML in the UN/CEFACT Cross Industry Invoice D16B format, which Factur-X and ZUGFeRD
 * contain.
 */
export function writeCii(invoice: EInvoice): string {
  const root = el(
    'rsm:CrossIndustryInvoice',
    [
      el('rsm:ExchangedDocumentContext', [
        el('ram:GuidelineSpecifiedDocumentContextParameter', [el('ram:ID', guideline)]),
      ]),
      el('rsm:ExchangedDocument', [
        el('ram:ID', invoice.number),
        el('ram:TypeCode', invoice.type),
        el('ram:IssueDateTime', [day(invoice.issuedOn)]),
      ]),
      el('rsm:SupplyChainTradeTransaction', [
        invoice.lines.map(lineItem),
        el('ram:ApplicableHeaderTradeAgreement', [
          party('ram:SellerTradeParty', invoice.seller, invoice.seller.tradeName),
          party('ram:BuyerTradeParty', invoice.buyer),
        ]),
        { name: 'ram:ApplicableHeaderTradeDelivery', attributes: {}, content: [] },
        settlement(invoice),
      ]),
    ],
    namespaces,
  )
  if (root === null) throw new RangeError('An e-invoice has content')
  return documentOf(root)
}

/** Format 102 is a day. */
function day(text: string) {
  return el('udt:DateTimeString', text.replaceAll('-', ''), { format: '102' })
}

function lineItem({ id, name, quantity, price, discount, net, category }: ELine) {
  return el('ram:IncludedSupplyChainTradeLineItem', [
    el('ram:AssociatedDocumentLineDocument', [el('ram:LineID', id)]),
    el('ram:SpecifiedTradeProduct', [el('ram:Name', name)]),
    el('ram:SpecifiedLineTradeAgreement', [
      el('ram:NetPriceProductTradePrice', [
        el('ram:ChargeAmount', price),
        el('ram:BasisQuantity', quantity, { unitCode: unit }),
      ]),
    ]),
    el('ram:SpecifiedLineTradeDelivery', [el('ram:BilledQuantity', quantity, { unitCode: unit })]),
    el('ram:SpecifiedLineTradeSettlement', [
      el('ram:ApplicableTradeTax', [
        el('ram:TypeCode', 'VAT'),
        el('ram:CategoryCode', category.code),
        el('ram:RateApplicablePercent', category.rate),
      ]),
      discount === null
        ? null
        : el('ram:SpecifiedTradeAllowanceCharge', [
            el('ram:ChargeIndicator', [el('udt:Indicator', 'false')]),
            el('ram:ActualAmount', discount),
            el('ram:Reason', t('Discount')),
          ]),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', [el('ram:LineTotalAmount', net)]),
    ]),
  ])
}

/** UN/ECE Recommendation 20: one. */
const unit = 'C62'

function party(
  name: string,
  { name: called, vatId, taxNumber, email, country, ...address }: EParty,
  tradeName: string | null = null,
) {
  return el(name, [
    el('ram:Name', called),
    el('ram:SpecifiedLegalOrganization', [el('ram:TradingBusinessName', tradeName)]),
    el('ram:PostalTradeAddress', [
      el('ram:PostcodeCode', address.postalCode),
      el('ram:LineOne', address.street),
      el('ram:LineTwo', address.street2),
      el('ram:CityName', address.city),
      el('ram:CountryID', country),
    ]),
    el('ram:URIUniversalCommunication', [el('ram:URIID', email, { schemeID: 'EM' })]),
    el('ram:SpecifiedTaxRegistration', [el('ram:ID', vatId, { schemeID: 'VA' })]),
    el('ram:SpecifiedTaxRegistration', [el('ram:ID', taxNumber, { schemeID: 'FC' })]),
  ])
}

function settlement({ currency, taxes, sums, preceding }: EInvoice) {
  return el('ram:ApplicableHeaderTradeSettlement', [
    el('ram:InvoiceCurrencyCode', currency),
    el('ram:SpecifiedTradeSettlementPaymentMeans', [el('ram:TypeCode', paymentMeans)]),
    taxes.map(tradeTax),
    el('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      el('ram:LineTotalAmount', sums.net),
      el('ram:TaxBasisTotalAmount', sums.net),
      el('ram:TaxTotalAmount', sums.tax, { currencyID: currency }),
      el('ram:GrandTotalAmount', sums.total),
      el('ram:TotalPrepaidAmount', sums.total),
      el('ram:DuePayableAmount', '0'),
    ]),
    el('ram:InvoiceReferencedDocument', [el('ram:IssuerAssignedID', preceding)]),
  ])
}

function tradeTax({ code, rate, reason, net, tax }: ETax) {
  return el('ram:ApplicableTradeTax', [
    el('ram:CalculatedAmount', tax),
    el('ram:TypeCode', 'VAT'),
    el('ram:ExemptionReason', reason),
    el('ram:BasisAmount', net),
    el('ram:CategoryCode', code),
    el('ram:RateApplicablePercent', rate),
  ])
}
