import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { Refusal } from '#accounts/content-security/contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import { refusalsQuery } from './queries.ts'

/** For the SuperAdmin: what browsers refused on our pages, and above all scripts that do not belong there. */
export function ContentSecurityPage() {
  const query = useQuery(refusalsQuery)
  const { data } = query
  const scripts = data?.data.filter(({ isScript }) => isScript) ?? []
  const others = data?.data.filter(({ isScript }) => !isScript) ?? []
  return (
    <Page
      title="Content security"
      lead={data && `What browsers blocked on our pages in the last ${data.days} days`}
    >
      <AdminTabs />
      {data !== undefined ? (
        data.data.length === 0 ? (
          <EmptyState
            icon={<ShieldCheck aria-hidden className="size-8" />}
            title="Nothing was blocked"
            text="Every script on the payment pages is in the inventory, and no browser reported anything else."
          />
        ) : (
          <div className="grid gap-6">
            {data.fullOn !== null && (
              <Notice tone="danger">
                On {dayText(data.fullOn)}, more different scripts were reported than are told apart: somebody
                makes reports up. A real one may be among those that are counted as (other), so open the
                payment page and look at what it loads.
              </Notice>
            )}
            {scripts.length > 0 && (
              <Notice tone="danger">
                {scripts.length === 1
                  ? 'A script that is not in the inventory was on a page, or somebody claims that it was.'
                  : `${scripts.length} scripts that are not in the inventory were on pages, or somebody claims that they were.`}{' '}
                Open the page and look at what it loads. If it is not yours, take the payment page down until
                you know where it came from.
              </Notice>
            )}
            <Refusals title="Scripts outside the inventory" data={scripts} />
            <Refusals title="Everything else" data={others} />
            {data.hasMore && (
              <p className="text-muted">There are more. Scripts come first, then the latest.</p>
            )}
          </div>
        )
      ) : (
        <NotLoaded query={query} label="Loading what was blocked" blocks={['h-72']} />
      )}
    </Page>
  )
}

/** A day is one of UTC, whatever the reader's clock. */
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function dayText(day: string): string {
  return dayFormat.format(new Date(day))
}

/** Words in place of a host, as browsers report them. */
const words: Readonly<Record<string, string>> = {
  inline: 'Written into the page',
  eval: 'Made from text',
  'trusted-types-sink': 'Text made into markup or script',
  'trusted-types-policy': 'A rule of its own for such text',
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
            <span className="min-w-0 font-semibold break-all">
              {lookUp(words, blockedHost) ?? blockedHost}
            </span>
            <span className="tabular-nums">{count === 1 ? 'Once' : `${count} times`}</span>
            <span className="text-sm break-all text-muted">
              On <code>{document}</code> by <code>{directive}</code>
            </span>
            <span className="text-sm text-muted">
              Since {dayText(firstDay)}, last <When at={lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
