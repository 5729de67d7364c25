import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { paymentDomainsContract, type PaymentDomain, type WaysToPay } from '../contract.ts'

export const waysToPayQuery = queryOptions({
  queryKey: ['ways-to-pay'],
  queryFn: ({ signal }) => call(paymentDomainsContract.readWaysToPay, { signal }),
  staleTime: 60_000,
})

/** Registers a host for wallets, and shows the outcome. */
export function useRegisterDomain() {
  const client = useQueryClient()
  const updateCache = (one: PaymentDomain) =>
    client.setQueryData<WaysToPay>(waysToPayQuery.queryKey, (known) =>
      known === undefined
        ? known
        : { ...known, domains: [...known.domains.filter(({ domain }) => domain !== one.domain), one] },
    )
  return useWrite({
    mutationFn: (domain: string) => call(paymentDomainsContract.registerDomain, { body: { domain } }),
    onSuccess: (one) => {
      updateCache(one)
      if (one.status === 'active') toast.success(t('Wallets are active on {domain}', { domain: one.domain }))
      else toast.error(t('Stripe could not verify {domain}', { domain: one.domain }))
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Please try again.'))),
  })
}
