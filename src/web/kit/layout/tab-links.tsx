import { Link, useLocation, useNavigation } from 'react-router'
import { t } from '#foundation/language/t.ts'

export type Tab = {
  readonly to: string
  readonly label: string
  /** The heading of the group to which the tab belongs, if there are too many for one row. */
  readonly group?: string
  /** How many of the tab's rows are waiting for the reader. */
  readonly waiting?: { readonly count: number; readonly isUrgent: boolean }
}

type Props = {
  /** What the pages are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Whether paths below the tab's own path do not belong to it. */
  readonly isExact?: boolean
}

/**
 * The path of the page that is shown or about to be shown. Its link is highlighted right away, and the former
 * one no longer is.
 */
export function useShownPath(): string {
  const { pathname } = useLocation()
  return useNavigation().location?.pathname ?? pathname
}

/** Navigation between related pages. */
export function TabLinks({ label, tabs, isExact = false }: Props) {
  const pathname = useShownPath()
  return (
    <nav
      ref={fadeEdge}
      aria-label={label}
      className="mb-8 flex gap-4.5 overflow-x-auto border-b border-line whitespace-nowrap lg:gap-6 data-less:mask-l-from-[calc(100%-3rem)] data-more:mask-r-from-[calc(100%-3rem)]"
    >
      {tabs.map(({ to, label: text, group, waiting }, index) => {
        const isCurrent = pathname === to || (!isExact && pathname.startsWith(`${to}/`))
        const isFirst = group !== undefined && group !== tabs[index - 1]?.group
        return (
          <div
            key={to}
            ref={isCurrent ? showCurrent : undefined}
            className={`flex flex-col justify-end ${isFirst && index > 0 ? 'border-l border-line pl-6' : ''}`}
          >
            {isFirst && <span className="text-xs text-muted">{group}</span>}
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={`-mb-px border-b-2 py-2.5 font-medium transition ${isCurrent ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-brand'}`}
            >
              {text}
              {waiting !== undefined && <Waiting {...waiting} />}
            </Link>
          </div>
        )
      })}
    </nav>
  )
}

function Waiting({ count, isUrgent }: NonNullable<Tab['waiting']>) {
  return (
    <span
      className={`relative ml-2 inline-block min-w-5.5 rounded-full px-1.5 text-center text-sm tabular-nums ${isUrgent ? 'bg-danger-fill text-white' : 'bg-brand-soft text-brand'}`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t('open')}</span>
    </span>
  )
}

/** On a narrow screen, the tabs scroll. An edge fades while there are more tabs behind it. */
function fadeEdge(nav: HTMLElement | null): (() => void) | undefined {
  if (nav === null) return undefined
  const fade = () => {
    nav.toggleAttribute('data-less', nav.scrollLeft > 1)
    nav.toggleAttribute('data-more', nav.scrollWidth - nav.clientWidth - nav.scrollLeft > 1)
  }
  nav.addEventListener('scroll', fade, { passive: true })
  const stop = onResize(nav, fade)
  return () => {
    stop()
    nav.removeEventListener('scroll', fade)
  }
}

/** The chosen tab can be beyond the edge, for example after a phone is turned or when a count appears. */
function showCurrent(tab: HTMLElement | null): (() => void) | undefined {
  const nav = tab?.parentElement
  if (!nav) return undefined
  return onResize(nav, () => {
    // The chosen tab is centered, so that its neighbors are visible too.
    const room = nav.clientWidth - tab.offsetWidth
    nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - room / 2
  })
}

/** Calls back now and whenever the row of tabs, or a tab, changes its size. */
function onResize(nav: HTMLElement, act: () => void): () => void {
  const observer = new ResizeObserver(act)
  for (const part of [nav, ...nav.children]) observer.observe(part)
  return () => observer.disconnect()
}
