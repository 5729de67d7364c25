import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { TabLinks } from '#web/kit/layout/tab-links.tsx'
import { timeLeft } from '../withdrawal-advice.ts'

const withdrawals = '/sales/withdrawals'

const tabs = [
  { to: '/sales/dashboard', label: msg('Overview') },
  { to: '/sales', label: msg('Sales') },
  { to: '/sales/recurring', label: msg('Recurring') },
  { to: '/sales/almost', label: msg('Almost') },
  { to: '/sales/invoices', label: msg('Invoices') },
  { to: '/customers', label: msg('Customers'), right: { entity: 'customers', verb: 'read' } },
  { to: '/payouts', label: msg('Payouts'), right: { entity: 'payouts', verb: 'read' } },
  { to: withdrawals, label: msg('Withdrawals'), right: { entity: 'withdrawals', verb: 'read' } },
] as const

/** How long a count is shown before it is loaded again, in milliseconds. */
const countedEvery = 60_000

const openQuery = queryOptions({
  queryKey: ['withdrawals', 'open'],
  queryFn: ({ signal }) => call(withdrawalsContract.countOpenWithdrawals, { signal }),
  staleTime: countedEvery,
})

/** The pages about sales, with the number of withdrawals that are waiting for the seller. */
export function SalesTabs() {
  const mayCall = useMayCall()
  const { data } = useQuery({ ...openQuery, enabled: mayCall(withdrawalsContract.countOpenWithdrawals) })
  const { open = 0, dueAt = null } = data ?? {}
  const isUrgent = dueAt !== null && timeLeft(dueAt, Date.now()).isUrgent
  const shown = tabs.filter((tab) => !('right' in tab) || mayCall(tab.right))
  return (
    <TabLinks
      label={t('Sales')}
      isExact
      tabs={shown.map(({ to, label }) => ({
        to,
        label: say(label),
        ...(to === withdrawals && open > 0 ? { waiting: { count: open, isUrgent } } : {}),
      }))}
    />
  )
}
