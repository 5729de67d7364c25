import { useQuery } from '@tanstack/react-query'
import { invoiceDetailsContract } from '#invoice-details/contract.ts'
import { useMay } from '#roles/ui/queries.ts'
import { SettingsSection } from '#settings/ui/settings-section.tsx'
import { call } from '#shell/session.ts'
import { ErrorState } from '#shell/ui/error-state.tsx'
import { Skeleton } from '#shell/ui/skeleton.tsx'
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
      lead="Who sells, as it stands on invoices, in receipts and on the page of each purchase. All of it is optional, and buyers see it."
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
