import { CircleQuestionMark, Menu as MenuIcon, Moon, Sun, SunMoon, X } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { type Area, reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import type { User } from '#accounts/identity/contract.ts'
import { signOut, useUser } from '#accounts/identity/ui/session.ts'
import { runsPlatformOnly } from '#accounts/onboarding/runs-platform-only.ts'
import { useAdminAreas } from '#accounts/roles/ui/admin-areas.ts'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { helpOf } from '#selling/help/topics.ts'
import { buttonClass, IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { Logo } from '#web/kit/layout/logo.tsx'
import { useShownPath } from '#web/kit/layout/tab-links.tsx'
import { useEscape } from '#web/kit/dialog/use-escape.ts'
import type { Entity } from '#foundation/rights/entities.ts'
import { UserMenu } from './user-menu.tsx'
import { chooseTheme, readTheme, themes } from './theme.ts'

/** Loaded later, because the first render does not need it. */
const NotificationBell = lazy(async () => ({
  default: (await import('#selling/notifications/ui/notification-bell.tsx')).NotificationBell,
}))

export function NavigationBar() {
  const user = useUser()
  const items = useItems(user)
  const platform = useAdminAreas(user !== null)[0]?.to
  // Each navigation has its own key, even one to the current page.
  const { key, pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const toggle = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEscape(isOpen, () => {
    setOpenAt(null)
    toggle.current?.focus()
  })
  // On another page, the content gets the focus.
  useLayoutEffect(() => {
    if (!isOpen && panel.current?.contains(document.activeElement) === true) toggle.current?.focus()
  }, [isOpen])
  return (
    <header
      className="sticky top-0 z-30 border-b border-line bg-canvas/85 backdrop-blur-lg"
      // The open panel would cover the next focused element.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpenAt(null)
      }}
    >
      <div className="mx-auto flex h-16 max-w-6xl flex-nowrap items-center gap-6 px-4 tight:gap-2 tight:px-2 tight:[&_button]:shrink sm:px-6">
        <Link to="/" aria-label={t('Tillform, start page')} className="rounded-lg">
          <Logo />
        </Link>
        <nav aria-label={t('Main')} className="hidden gap-1 lg:flex">
          {items.map((item) => (
            <ItemLink key={item.to} {...item} className="rounded-lg px-3 py-2" />
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 flex-nowrap items-center gap-1.5">
          {user !== null && (
            <Suspense fallback={<span className="size-10" />}>
              <NotificationBell />
            </Suspense>
          )}
          {user !== null && <HelpLink pathname={pathname} />}
          <ThemeToggle />
          {user === null ? (
            <a href="/login" className={buttonClass('secondary')}>
              {t('Sign in')}
            </a>
          ) : (
            <UserMenu user={user} />
          )}
          <IconButton
            ref={toggle}
            label={isOpen ? t('Close menu') : t('Open menu')}
            aria-expanded={isOpen}
            aria-controls="small-navigation"
            className="lg:hidden"
            onClick={() => setOpenAt(isOpen ? null : key)}
          >
            {isOpen ? <X aria-hidden className="size-6" /> : <MenuIcon aria-hidden className="size-6" />}
          </IconButton>
        </div>
      </div>
      <nav
        ref={panel}
        id="small-navigation"
        aria-label={t('Main, small screens')}
        hidden={!isOpen}
        className="max-h-[calc(100dvh-4rem)] animate-rise overflow-y-auto overscroll-contain border-t border-line bg-surface px-4 py-3 shadow-float lg:hidden"
      >
        <ul className="grid gap-1">
          {items.map((item) => (
            <li key={item.to}>
              <ItemLink {...item} className="block rounded-xl px-3 py-3 text-lg" />
            </li>
          ))}
          {user !== null && (
            <li className="mt-2 grid gap-1 border-t border-line pt-2">
              <NavLink to="/settings" end className={smallLink}>
                {t('Profile')}
              </NavLink>
              <Link
                to="/settings/shop"
                aria-current={pathname.startsWith('/settings/') ? 'page' : undefined}
                className={smallLink}
              >
                {t('Settings')}
              </Link>
              <NavLink to="/team" className={smallLink}>
                {t('Team')}
              </NavLink>
              {platform !== undefined && (
                <NavLink to={platform} className={smallLink}>
                  {t('Administration')}
                </NavLink>
              )}
              <a href={helpOf(pathname)} target="_blank" rel="noreferrer" className={smallLink}>
                {t('Help')}
              </a>
              <button
                type="button"
                className="rounded-xl px-3 py-3 text-left text-lg hover:bg-brand-soft"
                onClick={() => void signOut()}
              >
                {t('Logout')}
              </button>
            </li>
          )}
        </ul>
      </nav>
    </header>
  )
}

const smallLink =
  'block rounded-xl px-3 py-3 text-lg hover:bg-brand-soft aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand'

/** A link that opens in a new tab, so that nothing typed is lost. On a phone it is in the menu. */
function HelpLink({ pathname }: { readonly pathname: string }) {
  return (
    <a
      href={helpOf(pathname)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('Help (opens in a new tab)')}
      title={t('Help')}
      className={`${iconButtonClass} max-md:hidden`}
    >
      <CircleQuestionMark aria-hidden className="size-5" />
    </a>
  )
}

type Item = NavigationItem & { readonly isAvailable: boolean }

function useItems(user: User | null): readonly Item[] {
  const state = useSellerState(user !== null)
  const may = useMay(user !== null)
  if (state !== undefined && runsPlatformOnly(user, state.onboarding)) return []
  // The navigation bar of a member contains only what their role can see.
  const shown = navigationItems.filter(({ entity }) => may === undefined || may(entity, 'read'))
  return shown.map((item) => ({
    ...item,
    isAvailable: state === undefined || reasonsAgainst(item.area, state).length === 0,
  }))
}

/** A link to a closed area stays a link. It leads to an explanation of why the area is closed and then to billing. */
function ItemLink({ to, holds, label, isAvailable, className }: Item & { readonly className: string }) {
  const pathname = useShownPath()
  const isCurrent = [to, ...(holds ?? [])].some(
    (path) => path === pathname || pathname.startsWith(`${path}/`),
  )
  return (
    <Link
      to={to}
      replace={!isAvailable}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${className} font-medium transition ${isAvailable ? '' : 'line-through'} ${isCurrent ? 'bg-brand-soft text-brand' : 'text-muted hover:bg-brand-soft hover:text-brand'}`}
    >
      {isAvailable
        ? say(label)
        : rich('{page}<hidden> (not available)</hidden>', {
            page: say(label),
            hidden: <span className="sr-only" />,
          })}
    </Link>
  )
}

type NavigationItem = {
  readonly area: Area
  readonly entity: Entity
  readonly to: string
  /** Pages that belong to this link although their paths do not begin with its path. */
  readonly holds?: readonly string[]
  readonly label: Message
}

/** The links of the navigation bar, in order. */
const navigationItems: readonly NavigationItem[] = [
  { area: 'forms', entity: 'forms', to: '/forms', label: msg('Forms') },
  { area: 'products', entity: 'bumps', to: '/bumps', label: msg('Bumps') },
  { area: 'products', entity: 'offers', to: '/one-time-offers', label: msg('One Time Offers') },
  { area: 'billing', entity: 'billing', to: '/billing', label: msg('Billing') },
  { area: 'extras', entity: 'taxes', to: '/taxes', label: msg('Taxes') },
  { area: 'extras', entity: 'coupons', to: '/coupons', label: msg('Coupons') },
  { area: 'sales', entity: 'sales', to: '/sales', holds: ['/customers', '/payouts'], label: msg('Sales') },
]

const icons = { system: SunMoon, light: Sun, dark: Moon } as const

/** Switches to the next appearance: system, light, dark. */
function ThemeToggle() {
  const [theme, setTheme] = useState(readTheme)
  const Icon = icons[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <IconButton
      label={t('Appearance: {theme}', { theme })}
      onClick={() => {
        chooseTheme(next)
        setTheme(next)
      }}
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  )
}
