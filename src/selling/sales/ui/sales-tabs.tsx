import { NavLink } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { customersContract } from '#selling/customers/contract.ts'
import { showCurrent } from '#web/kit/show-current.ts'

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
  return (
    <nav
      ref={showCurrent}
      aria-label="Sales"
      className="mb-8 flex gap-6 overflow-x-auto border-b border-line"
    >
      {shown.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `-mb-px border-b-2 py-2.5 font-medium transition ${isActive ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-brand'}`
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
