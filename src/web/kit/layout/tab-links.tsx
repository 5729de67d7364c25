import { NavLink } from 'react-router'

type Props = {
  /** The pages' subject, for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly label: string }[]
  /** Paths below a page's own are not part of it. */
  readonly isExact?: boolean
}

/** Navigation between related pages. */
export function TabLinks({ label, tabs, isExact = false }: Props) {
  return (
    <nav
      ref={showCurrent}
      aria-label={label}
      className="mb-8 flex gap-6 overflow-x-auto border-b border-line whitespace-nowrap"
    >
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={isExact}
          className={({ isActive }) =>
            `-mb-px border-b-2 py-2.5 font-medium transition ${isActive ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-brand'}`
          }
        >
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}

/** On a narrow screen tabs scroll, and the current one can be beyond the edge, also after a phone is turned. */
function showCurrent(nav: HTMLElement | null): (() => void) | undefined {
  if (nav === null) return undefined
  const observer = new ResizeObserver(() => {
    const current = nav.querySelector<HTMLElement>('[aria-current=page]')
    if (current === null) return
    // Centered, so its neighbors are visible too.
    const room = nav.clientWidth - current.offsetWidth
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - room / 2
  })
  observer.observe(nav)
  return () => observer.disconnect()
}
