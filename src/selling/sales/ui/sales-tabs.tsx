import { NavLink } from 'react-router'

const tabs = [
  { to: '/sales/dashboard', label: 'Overview' },
  { to: '/sales', label: 'Purchases' },
] as const

/** The two pages of what was sold. */
export function SalesTabs() {
  return (
    <nav aria-label="Sales" className="mb-8 flex gap-6 border-b border-line">
      {tabs.map(({ to, label }) => (
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
