import { Link, useLocation, useNavigation } from 'react-router'

type Props = {
  /** The pages' subject, for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly label: string }[]
  /** Paths below a page's own are not part of it. */
  readonly isExact?: boolean
}

/** The path of the page that is shown, or about to be: its link lights up right away, and the former one goes out. */
export function useShownPath(): string {
  const { pathname } = useLocation()
  return useNavigation().location?.pathname ?? pathname
}

/** Navigation between related pages. */
export function TabLinks({ label, tabs, isExact = false }: Props) {
  const pathname = useShownPath()
  return (
    <nav
      ref={showCurrent}
      aria-label={label}
      className="mb-8 flex gap-6 overflow-x-auto border-b border-line whitespace-nowrap"
    >
      {tabs.map(({ to, label: text }) => {
        const isCurrent = pathname === to || (!isExact && pathname.startsWith(`${to}/`))
        return (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={`-mb-px border-b-2 py-2.5 font-medium transition ${isCurrent ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-brand'}`}
          >
            {text}
          </Link>
        )
      })}
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
