import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { signInWaysQuery } from '#accounts/settings/ui/queries.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'
import { policyQuery } from '#selling/legal/ui/queries.ts'

/** What a settings page still lacks, in a word or two, by the page's path. */
export function useSettingsStates(): ReadonlyMap<string, string> {
  const mayReadPolicy = useMayCall()(consumerLawContract.readPolicy)
  const { data: ways } = useQuery(signInWaysQuery)
  const { data: shop } = useQuery(shopQuery)
  const { data: legal } = useQuery({ ...policyQuery, enabled: mayReadPolicy })
  const states = new Map<string, string>()
  if (ways?.secondFactor === null) states.set('/settings/security', t('2FA off'))
  if (shop?.contactEmail === null) states.set('/settings/shop', t('No email'))
  if (legal?.policy === null) states.set('/settings/legal', t('No policy'))
  return states
}
