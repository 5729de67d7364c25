import { t } from '#foundation/language/t.ts'
import type { SaleDetail } from '../contract.ts'
import { Fact } from './fact.tsx'

/** The numbers of a sale's invoice and credit notes, each a link to its PDF. */
export function InvoiceNumbers({ sale }: { readonly sale: SaleDetail }) {
  const { invoicePath, invoiceNumber, documents } = sale
  if (invoicePath === null) return null
  const credits = documents.filter(({ kind }) => kind === 'credit')
  const invoices = documents.filter(({ kind }) => kind === 'invoice')
  return (
    <>
      <Fact name={t('Invoice')}>
        {invoiceNumber === null ? (
          <span className="text-muted">{t('Numbered in a minute')}</span>
        ) : (
          <Numbers documents={[{ number: invoiceNumber, path: invoicePath }, ...invoices]} />
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

type NumbersProps = { readonly documents: readonly { readonly number: string; readonly path: string }[] }

function Numbers({ documents }: NumbersProps) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {documents.map(({ number, path }) => (
        <a
          key={path}
          translate="no"
          href={path}
          target="_blank"
          rel="noreferrer"
          className="text-brand tabular-nums underline underline-offset-4"
        >
          {number}
        </a>
      ))}
    </span>
  )
}
