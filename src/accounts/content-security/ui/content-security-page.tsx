import { dateFormat } from '#foundation/time/date-format.ts'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { Refusal } from '#accounts/content-security/contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import { refusalsQuery } from './queries.ts'

/** Shows the SuperAdmin what browsers blocked on our pages, above all unknown scripts. */
export function ContentSecurityPage() {
  const query = useQuery(refusalsQuery)
  const { data } = query
  const scripts = data?.data.filter(({ isScript }) => isScript) ?? []
  const others = data?.data.filter(({ isScript }) => !isScript) ?? []
  return (
    <Page
      title={t('Content security')}
      lead={
        data && t('Everything browsers blocked on our pages in the last {days} days', { days: data.days })
      }
    >
      <AdminTabs />
      {data !== undefined ? (
        data.data.length === 0 ? (
          <EmptyState
            icon={<ShieldCheck aria-hidden className="size-8" />}
            title={t('Nothing was blocked')}
            text={t(
              'Every script on the payment pages is in the inventory, and browsers reported no other problem.',
            )}
          />
        ) : (
          <div className="grid gap-6">
            {data.fullOn !== null && (
              <Notice tone="danger">
                {t(
                  'On {day}, too many different scripts were reported to list each one, so someone is probably sending false reports. A real one may be among those counted as (other), so open the payment page and check what it loads.',
                  { day: dayText(data.fullOn) },
                )}
              </Notice>
            )}
            {scripts.length > 0 && (
              <Notice tone="danger">
                {t(
                  '{count, plural, one {A browser reported a script that is} other {Browsers reported # scripts that are}} not in the inventory. Open the page and check what it loads. If the script is not yours, take the page down until you know where it came from.',
                  { count: scripts.length },
                )}
              </Notice>
            )}
            <Refusals title={t('Scripts outside the inventory')} data={scripts} />
            <Refusals title={t('Everything else')} data={others} />
            {data.hasMore && (
              <p className="text-muted">{t('There are more. Scripts come first, then the latest.')}</p>
            )}
          </div>
        )
      ) : (
        <NotLoaded query={query} label={t('Loading what was blocked')} blocks={['h-72']} />
      )}
    </Page>
  )
}

/** Days are in UTC for every reader. */
const dayFormat = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

function dayText(day: string): string {
  return dayFormat.format(new Date(day))
}

/** Readable words for the values that browsers report instead of a host. */
const words: Readonly<Record<string, Message>> = {
  inline: msg('Inline in the page'),
  eval: msg('Evaluated from text'),
  'trusted-types-sink': msg('Text turned into markup or script'),
  'trusted-types-policy': msg('A separate policy for such text'),
}

function hostText(blockedHost: string): string {
  const known = lookUp(words, blockedHost)
  return known === undefined ? blockedHost : say(known)
}

type Props = { readonly title: string; readonly data: readonly Refusal[] }

function Refusals({ title, data }: Props) {
  const id = useId()
  if (data.length === 0) return null
  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-7">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <ul className="mt-5 grid gap-3">
        {data.map(({ document, directive, blockedHost, count, firstDay, lastAt }) => (
          <li
            key={`${document} ${directive} ${blockedHost}`}
            className="grid gap-1 border-t border-line pt-3 sm:grid-cols-[1fr_auto] sm:gap-x-6"
          >
            <span className="min-w-0 font-semibold break-all">{hostText(blockedHost)}</span>
            <span className="tabular-nums">
              {t('{count, plural, one {Once} other {# times}}', { count })}
            </span>
            <span className="text-sm break-all text-muted">
              {rich('On {page} by {directive}', {
                page: <code>{document}</code>,
                directive: <code>{directive}</code>,
              })}
            </span>
            <span className="text-sm text-muted">
              {rich('Since {day}, last {time}', {
                day: dayText(firstDay),
                time: <When at={lastAt} />,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
