import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { say, t } from '#foundation/language/t.ts'
import { eventTypes } from '#foundation/events/event-types.ts'
import type { ThinEvent } from '#selling/events/contract.ts'
import { typeWords } from '#selling/events/type-words.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Chevron } from '#web/kit/layout/chevron.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { EarlierButton } from '#web/kit/list/earlier-button.tsx'
import { eventsQuery } from './queries.ts'

/** The shop's events of the last 90 days, with or without a webhook. */
export function EventsSection() {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState('')
  const type = eventTypes.find((one) => one === chosen)
  const query = useInfiniteQuery(eventsQuery({ q, type }))
  const events = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Section title={t('Events')} lead={t('What happened in the last 90 days, newest first.')}>
      <div className="flex flex-wrap gap-3">
        <SearchBox label={t('Search by id')} value={q} found={events?.length} onSearch={setQ} />
        <span className="relative block w-full sm:w-72">
          <select
            aria-label={t('Type of event')}
            className="control appearance-none pr-10"
            value={chosen}
            onChange={(change) => setChosen(change.target.value)}
          >
            <option value="">{t('All types')}</option>
            {eventTypes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <Chevron />
        </span>
      </div>
      {events === undefined ? (
        <NotLoaded query={query} label={t('Loading events')} blocks={['h-48']} />
      ) : events.length === 0 ? (
        <p className="text-pretty text-muted">
          {q === '' && type === undefined
            ? t('No events yet. Sales from now on appear here within seconds.')
            : t('No matching events.')}
        </p>
      ) : (
        <ul aria-label={t('Events')} className="grid divide-y divide-line">
          {events.map((one) => (
            <EventRow key={one.id} event={one} />
          ))}
        </ul>
      )}
      <EarlierButton query={query}>{t('Show earlier events')}</EarlierButton>
    </Section>
  )
}

function EventRow({
  event: { sequence, type, createdAt, purchaseId, objectId },
}: {
  readonly event: ThinEvent
}) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p translate="no" className="font-mono text-sm font-medium wrap-anywhere">
          {type}
        </p>
        <p className="text-sm text-pretty text-muted">{say(typeWords[type])}</p>
      </div>
      <p className="text-sm">
        {purchaseId === null ? (
          <span translate="no" className="break-all text-muted">
            {objectId}
          </span>
        ) : (
          <Link to={`/sales/${purchaseId}`} className="link">
            {t('View sale')}
            <span className="sr-only"> {sequence}</span>
          </Link>
        )}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <When at={createdAt} />
      </p>
    </li>
  )
}
