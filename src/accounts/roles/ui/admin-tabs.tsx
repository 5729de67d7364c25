import { NavLink } from 'react-router'
import { showCurrent } from '#web/kit/show-current.ts'
import { useAdminAreas } from './admin-areas.ts'

/** The way between the platform's pages. */
export function AdminTabs() {
  const areas = useAdminAreas()
  return (
    <nav ref={showCurrent} aria-label="Administration" className="-mx-1 mb-6 overflow-x-auto px-1 py-1">
      <ul className="flex min-w-max gap-1">
        {areas.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                `block rounded-lg px-3.5 py-2 font-medium transition ${isActive ? 'bg-brand-soft text-brand' : 'text-muted hover:bg-brand-soft hover:text-brand'}`
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
