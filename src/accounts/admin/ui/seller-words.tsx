import { t } from '#foundation/language/t.ts'
import { catalogue } from '#accounts/billing/catalogue.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import type { ShopOfPlatform } from '../contract.ts'

export function onboardingWords(status: ShopOfPlatform['onboardingStatus']): string {
  if (status === 'completed') return t('Onboarded')
  return status === 'restricted' ? t('Restricted by Stripe') : t('Not onboarded')
}

export function planWords(plan: ShopOfPlatform['plan']): string {
  return plan === null ? t('No plan') : catalogue[plan].name
}

/** A shop's state: its plan, its account, and whether it can sell. */
export function SellerBadges({ seller }: { readonly seller: ShopOfPlatform }) {
  const { plan, onboardingStatus, isSuspended, closedAt } = seller
  return (
    <>
      {closedAt !== null && <Badge>{t('Closed')}</Badge>}
      {isSuspended && <Badge tone="danger">{t('Suspended')}</Badge>}
      <Badge tone={plan === null ? 'warning' : 'brand'}>{planWords(plan)}</Badge>
      <Badge tone={onboardingStatus === 'completed' ? 'success' : 'warning'}>
        {onboardingWords(onboardingStatus)}
      </Badge>
    </>
  )
}
