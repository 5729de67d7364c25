import { countryName } from '#accounts/invoice-details/countries.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { reverseCharge } from '#payments/pricing/shown-price.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'
import { Fact } from './fact.tsx'

/** The numbers of a sale's invoice and credit notes, each a link to its PDF and, if there is one, its XML. */
export function InvoiceNumbers({ sale }: { readonly sale: SaleDetail }) {
  const { invoicePath, invoiceXmlPath, invoiceNumber, documents } = sale
  if (invoicePath === null) return null
  const credits = documents.filter(({ kind }) => kind === 'credit')
  const invoices = documents.filter(({ kind }) => kind === 'invoice')
  return (
    <>
      <Fact name={t('Invoice')}>
        {invoiceNumber === null ? (
          <span className="text-muted">{t('Numbered in a minute')}</span>
        ) : (
          <Numbers
            documents={[
              { number: invoiceNumber, path: invoicePath, xmlPath: invoiceXmlPath, isReplaced: false },
              ...invoices,
            ]}
          />
        )}
      </Fact>
      {credits.length > 0 && (
        <Fact name={t('Credit notes')}>
          <Numbers documents={credits} />
        </Fact>
      )}
    </>
  )
}

type NumbersProps = {
  readonly documents: readonly Omit<SaleDetail['documents'][number], 'id' | 'kind'>[]
}

function Numbers({ documents }: NumbersProps) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {documents.map(({ number, path, xmlPath, isReplaced }) => (
        <span key={path} className="inline-flex gap-x-2">
          <a
            translate="no"
            href={path}
            target="_blank"
            rel="noreferrer"
            className="text-brand tabular-nums underline underline-offset-4"
          >
            {number}
          </a>
          {xmlPath !== null && (
            <a
              href={xmlPath}
              aria-label={t('E-invoice {number} (XML)', { number })}
              className="text-brand underline underline-offset-4"
            >
              XML
            </a>
          )}
          {isReplaced && <span className="text-muted">{t('reversed')}</span>}
        </span>
      ))}
    </span>
  )
}

/** The register's response about the buyer's VAT number, as evidence for sales without tax. */
export function VatNumber({ sale: { vatNumber, taxAmount } }: { readonly sale: SaleDetail }) {
  if (vatNumber === null) return null
  const { number, status, name, givenName, requestId, checkedAt, isLate } = vatNumber
  return (
    <Fact name={t('VAT number')}>
      <Own>{number}</Own>
      {name !== null && (
        <span className="block">{rich('In the register: {name}', { name: <Own>{name}</Own> })}</span>
      )}
      {givenName !== null && (
        <span className="block">{rich('On the invoice: {name}', { name: <Own>{givenName}</Own> })}</span>
      )}
      <span className="block text-sm text-muted">
        {status === 'verified' && taxAmount === 0 && `${reverseCharge()} `}
        {status === 'verified' &&
          checkedAt !== null &&
          rich('Confirmed by the EU’s register on {day}.', { day: <When at={checkedAt} /> })}
        {status === 'malformed' &&
          t('This cannot be a VAT number of the buyer’s country, so the register was not asked.')}
        {status === 'unverified' &&
          checkedAt !== null &&
          rich('Not registered, according to the EU’s register on {day}. The tax was charged.', {
            day: <When at={checkedAt} />,
          })}
        {status === 'unavailable' &&
          t('The EU’s register has not responded. The tax was charged, and we keep asking for 30 days.')}
        {status === 'verified' && !isLate && ` ${t('As a business, the buyer has no right of withdrawal.')}`}
        {isLate && taxAmount > 0 && ` ${t('The tax that was charged before is refunded.')}`}
      </span>
      {requestId !== null && (
        <span className="block text-sm text-muted">
          {rich('Consultation number {number}', { number: <Own>{requestId}</Own> })}
        </span>
      )}
    </Fact>
  )
}

/** The evidence of the buyer's country, if the tax depends on it. */
export function Place({ sale: { place } }: { readonly sale: SaleDetail }) {
  if (place === null) return null
  const { country, cardCountry } = place
  return (
    <Fact name={t('Country for the tax')}>
      {countryName(country)}
      {cardCountry !== null && (
        <span className="block text-sm text-muted">
          {cardCountry === country
            ? t('The card is from the same country.')
            : t('The card is from another country: {country}.', { country: countryName(cardCountry) })}
        </span>
      )}
    </Fact>
  )
}
