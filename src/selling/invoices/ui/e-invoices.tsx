import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { invoiceDetailsContract } from '#accounts/invoice-details/contract.ts'
import { missingOfSeller } from '#buying/receipts/e-invoice/e-invoice.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'

const names: Readonly<Record<ReturnType<typeof missingOfSeller>[number], Message>> = {
  address: msg('Address'),
  city: msg('City'),
  country: msg('Country'),
  taxNumber: msg('Tax number'),
}

/** Shows whether the shop's details are sufficient for e-invoices. */
export function EInvoices() {
  const query = useQuery({
    queryKey: ['seller', 'invoice-details'],
    queryFn: ({ signal }) => call(invoiceDetailsContract.readSellerDetails, { signal }),
  })
  const { data } = query
  if (data === undefined) {
    return <NotLoaded query={query} label={t('Loading the invoice details')} blocks={['h-40']} />
  }
  const missing = missingOfSeller(data)
  return (
    <Section
      title={t('E-invoices')}
      lead={t(
        'For buyers who give their country in their invoice details, the PDF also contains the invoice as data (Factur-X, ZUGFeRD), and they can download it as XML (UBL 2.1). Both follow the European standard EN 16931.',
      )}
      action={
        missing.length > 0 && (
          <Link to="/settings/legal" className={buttonClass('secondary')}>
            {t('Add details')}
          </Link>
        )
      }
    >
      {missing.length === 0 ? (
        <p className="flex items-center gap-2 font-medium text-success">
          <CircleCheck aria-hidden className="size-5" />
          {t('Your details are complete.')}
        </p>
      ) : (
        <p>
          {t('Missing in your invoice details: {fields}.', {
            fields: missing.map((field) => say(names[field])).join(', '),
          })}
        </p>
      )}
    </Section>
  )
}
