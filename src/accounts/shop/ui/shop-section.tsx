import { useQuery } from '@tanstack/react-query'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { SettingsSection } from '#web/kit/layout/settings-section.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { shopContract } from '../contract.ts'
import { shopQuery } from './queries.ts'
import { ShopForm } from './shop-form.tsx'
import { SitesForm } from './sites-form.tsx'

/** The sections of the settings about the shop: what buyers see of it, and where its forms may be shown. */
export function ShopSection() {
  const may = useMay()
  const { data, error, isFetching, refetch } = useQuery(shopQuery)
  const { entity, verb } = shopContract.saveShop.right
  return (
    <>
      <SettingsSection
        title="Shop"
        lead="Your shop as buyers see it on payment and purchase pages, in their emails and on invoices."
      >
        {data !== undefined && may !== undefined ? (
          <ShopForm shop={data} mayChange={may(entity, verb)} />
        ) : error === null ? (
          <Skeleton label="Loading the shop" blocks={['h-96']} />
        ) : (
          <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
      </SettingsSection>
      {data !== undefined && may !== undefined && (
        <SettingsSection
          title="Your own sites"
          lead="Buyers can pay without leaving your site. The code to paste is under Share, on each form's card."
        >
          <SitesForm hosts={data.embedHosts} mayChange={may(entity, verb)} />
        </SettingsSection>
      )}
    </>
  )
}
