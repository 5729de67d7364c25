import { NavLink } from 'react-router'

type Props = {
  /** What the pages are about, for whoever hears it. */
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly label: string }[]
  /** What lies below a page's address is no part of it. */
  readonly isExact?: boolean
}

/** The way between pages that belong together. */
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

/** On a narrow screen tabs scroll, and the current one may be beyond the edge, also once a phone is turned. */
function showCurrent(nav: HTMLElement | null): (() => void) | undefined {
  if (nav === null) return undefined
  const observer = new ResizeObserver(() => {
    const current = nav.querySelector<HTMLElement>('[aria-current=page]')
    if (current === null) return
    // In the middle, so that those beside it are seen as well.
    const room = nav.clientWidth - current.offsetWidth
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - room / 2
  })
  observer.observe(nav)
  return () => observer.disconnect()
}
