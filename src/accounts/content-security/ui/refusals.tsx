import { useId } from 'react'
import { When } from '#web/kit/layout/when.tsx'
import type { Refusal } from '../contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** A day is one of UTC, whatever the reader's clock. */
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function dayText(day: string): string {
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

export function Refusals({ title, data }: Props) {
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
