import {
  Bell,
  ChevronDown,
  CircleUserRound,
  CreditCard,
  Database,
  Files,
  Megaphone,
  ReceiptText,
  Scale,
  Settings,
  ShieldCheck,
  Store,
  Users,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { say, t } from '#foundation/language/t.ts'
import { isSignedIn, useUser } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { settingsGroups } from '#accounts/settings/pages.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { useEscape } from '#web/kit/dialog/use-escape.ts'
import { UnsavedForms } from '#web/kit/form/unsaved-changes.tsx'
import { pageGrid } from '#web/kit/layout/page.tsx'
import { useSettingsStates } from './settings-states.ts'

const isSignedOut = () => !isSignedIn()

/** The index of the settings, and the page that is chosen in it. */
export function SettingsLayout() {
  const user = useUser()
  if (user === null) return null
  return (
    <UnsavedForms isOver={isSignedOut}>
      <div className={`${pageGrid} grid grid-cols-1 gap-8 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-10`}>
        <SettingsIndex />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </UnsavedForms>
  )
}

const iconClass = 'size-4.5 shrink-0 opacity-80'

const icons: ReadonlyMap<string, ReactNode> = new Map([
  ['/settings', <CircleUserRound key="profile" aria-hidden className={iconClass} />],
  ['/settings/security', <ShieldCheck key="security" aria-hidden className={iconClass} />],
  ['/settings/notifications', <Bell key="notifications" aria-hidden className={iconClass} />],
  ['/settings/data', <Database key="data" aria-hidden className={iconClass} />],
  ['/settings/shop', <Store key="shop" aria-hidden className={iconClass} />],
  ['/settings/payments', <CreditCard key="payments" aria-hidden className={iconClass} />],
  ['/settings/invoices', <ReceiptText key="invoices" aria-hidden className={iconClass} />],
  ['/settings/legal', <Scale key="legal" aria-hidden className={iconClass} />],
  ['/settings/files', <Files key="files" aria-hidden className={iconClass} />],
  ['/settings/conversions', <Megaphone key="conversions" aria-hidden className={iconClass} />],
  ['/settings/developers', <Webhook key="developers" aria-hidden className={iconClass} />],
  ['/team', <Users key="team" aria-hidden className={iconClass} />],
])

/** The settings' index: a column if there is room, or else one line with the current page that opens the list. */
function SettingsIndex() {
  // Each navigation has its own key, even one to the current page.
  const { key, pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const toggle = useRef<HTMLButtonElement>(null)
  const mayCall = useMayCall()
  const states = useSettingsStates()
  const stateId = useId()
  useEscape(isOpen, () => {
    setOpenAt(null)
    toggle.current?.focus()
  })
  const shown = settingsGroups.map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ right }) => right === undefined || mayCall(right)),
  }))
  const current = settingsGroups
    .flatMap(({ entries }) => entries)
    .find(({ to, holds }) => to === pathname || (holds !== undefined && pathname.startsWith(holds)))
  return (
    <nav aria-label={t('Settings')} className="relative z-20 lg:sticky lg:top-24 lg:self-start low:static">
      <p className="hidden pt-2 pb-6 text-xl font-semibold lg:block">{t('Settings')}</p>
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setOpenAt(null)
        }}
      >
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-12 w-full items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-surface px-4 text-left font-medium lg:hidden"
          onClick={() => setOpenAt(isOpen ? null : key)}
        >
          <Settings aria-hidden className={iconClass} />
          <span className="min-w-24 flex-1 truncate">
            {t('Settings')}
            {/* To the eye, it is the heading below. */}
            {current !== undefined && <span className="sr-only"> {say(current.label)}</span>}
          </span>
          {states.size > 0 && !isOpen && (
            <Badge tone="warning">{t('{count} to finish', { count: String(states.size) })}</Badge>
          )}
          <ChevronDown aria-hidden className={`size-4.5 shrink-0 transition ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <div
          className={`${isOpen ? 'grid' : 'hidden'} absolute inset-x-0 top-full mt-1 max-h-[70dvh] gap-5 overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-float lg:static lg:-ml-3 lg:mt-0 lg:grid lg:max-h-none lg:gap-7 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none`}
        >
          {shown.map(({ name, entries }) => (
            <div key={say(name)}>
              <p className="px-3 pb-1.5 text-sm font-semibold text-muted">{say(name)}</p>
              <ul className="grid gap-0.5">
                {entries.map((entry) => (
                  <li key={entry.to} className="relative">
                    <Link
                      to={entry.to}
                      aria-describedby={states.has(entry.to) ? `${stateId}${entry.to}` : undefined}
                      aria-current={entry === current ? 'page' : undefined}
                      className={`flex min-h-11 items-center gap-2.5 rounded-lg px-3 font-medium transition lg:min-h-9 ${entry === current ? 'bg-brand-soft text-brand' : 'text-ink hover:bg-brand-soft hover:text-brand'}`}
                    >
                      {icons.get(entry.to)}
                      {say(entry.label)}
                    </Link>
                    {states.has(entry.to) && (
                      <span
                        id={`${stateId}${entry.to}`}
                        className="pointer-events-none absolute inset-y-0 right-2 flex items-center"
                      >
                        <Badge tone="warning">{states.get(entry.to)}</Badge>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </nav>
  )
}
