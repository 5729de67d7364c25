import { msg, say, t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { TabLinks } from '#web/kit/layout/tab-links.tsx'

const tabs = [
  { to: '/sales/dashboard', label: msg('Overview') },
  { to: '/sales', label: msg('Purchases') },
  { to: '/customers', label: msg('Customers'), right: { entity: 'customers', verb: 'read' } },
  { to: '/payouts', label: msg('Payouts'), right: { entity: 'payouts', verb: 'read' } },
  { to: '/sales/withdrawals', label: msg('Withdrawals'), right: { entity: 'withdrawals', verb: 'read' } },
] as const

export function SalesTabs() {
  const mayCall = useMayCall()
  const shown = tabs.filter((tab) => !('right' in tab) || mayCall(tab.right))
  return (
    <TabLinks label={t('Sales')} tabs={shown.map(({ to, label }) => ({ to, label: say(label) }))} isExact />
  )
}
