import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { customersContract } from '#selling/customers/contract.ts'
import { TabLinks } from '#web/kit/layout/tab-links.tsx'

const tabs = [
  { to: '/sales/dashboard', label: 'Overview' },
  { to: '/sales', label: 'Purchases' },
  { to: '/customers', label: 'Customers', call: customersContract.listCustomers },
  { to: '/payouts', label: 'Payouts', call: payoutsContract.listPayouts },
  { to: '/sales/withdrawals', label: 'Withdrawals', call: withdrawalsContract.listWithdrawals },
] as const

/** The pages of what was sold. */
export function SalesTabs() {
  const mayCall = useMayCall()
  const shown = tabs.filter((tab) => !('call' in tab) || mayCall(tab.call))
  return <TabLinks label="Sales" tabs={shown} isExact />
}
