import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { shopContract } from '../contract.ts'
import { shopQuery } from './queries.ts'
import { ShopForm } from './shop-form.tsx'

export function ShopPage() {
  const may = useMay()
  const query = useQuery(shopQuery)
  const { entity, verb } = shopContract.saveShop.right
  return (
    <SettingsPage
      title={t('Shop')}
      lead={t('How your shop looks on payment pages, purchase pages, emails and invoices.')}
    >
      {query.data !== undefined && may !== undefined ? (
        <ShopForm shop={query.data} mayChange={may(entity, verb)} />
      ) : (
        <NotLoaded query={query} label={t('Loading the shop')} blocks={['h-72', 'h-96']} />
      )}
    </SettingsPage>
  )
}
