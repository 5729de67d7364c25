import { useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { SettingsSection } from '#web/kit/layout/settings-section.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { invoiceDetailsContract } from '../contract.ts'
import { InvoiceDetailsForm } from './invoice-details-form.tsx'

/** The section of the settings about who sells; nothing for whom the shop's billing is none of their business. */
export function InvoiceDetails() {
  const may = useMay()
  const isShown = may?.('billing', 'read') ?? false
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['seller', 'invoice-details'],
    queryFn: ({ signal }) => call(invoiceDetailsContract.readSellerDetails, { signal }),
    enabled: isShown,
  })
  if (may !== undefined && !isShown) return null
  return (
    <SettingsSection
      title="Invoice details"
      lead="Who sells, as invoices say it. Receipts and purchase pages have the address and tax number beside your shop’s name. All of it is optional, and buyers see it."
    >
      {data !== undefined ? (
        <InvoiceDetailsForm details={data} mayChange={may?.('billing', 'update') ?? false} />
      ) : error === null ? (
        <Skeleton label="Loading the invoice details" blocks={['h-96']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </SettingsSection>
  )
}
