import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { TabLinks } from '#web/kit/layout/tab-links.tsx'

const tabs = [
  { to: '/sales/dashboard', label: 'Overview' },
  { to: '/sales', label: 'Purchases' },
  { to: '/customers', label: 'Customers', right: { entity: 'customers', verb: 'read' } },
  { to: '/payouts', label: 'Payouts', right: { entity: 'payouts', verb: 'read' } },
  { to: '/sales/withdrawals', label: 'Withdrawals', right: { entity: 'withdrawals', verb: 'read' } },
] as const

/** Tabs of the sales pages. */
export function SalesTabs() {
  const mayCall = useMayCall()
  const shown = tabs.filter((tab) => !('right' in tab) || mayCall(tab.right))
  return <TabLinks label={t('Sales')} tabs={shown} isExact />
}
