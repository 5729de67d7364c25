import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { outcomeText, stateWords, tookText } from '#selling/sent-events/ui/call-words.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { EarlierButton } from '#web/kit/list/earlier-button.tsx'
import type { DeliveryState } from '#selling/sent-events/contract.ts'
import { endpointsContract, type Delivery, type Endpoint } from '../contract.ts'
import { Message } from './message.tsx'
import { deliveriesQuery, deliveryQuery, useEndpointWrite } from './queries.ts'

const states = ['delivered', 'waiting', 'missed'] as const

/** An endpoint's events with their attempts, newest first, or only the one that the URL names. */
export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const [sought, setSought] = useSearchParams()
  const eventId = sought.get('event')
  return eventId === null ? (
    <AllDeliveries endpoint={endpoint} />
  ) : (
    <OneDelivery endpoint={endpoint} eventId={eventId} onLeave={() => setSought({})} />
  )
}

type OneProps = {
  readonly endpoint: Endpoint
  readonly eventId: string
  readonly onLeave: () => void
}

function OneDelivery({ endpoint, eventId, onLeave }: OneProps) {
  const query = useQuery(deliveryQuery(endpoint.id, eventId))
  return (
    <Section
      title={t('Delivery')}
      lead={t('One event and how your program answered.')}
      action={
        <Button variant="secondary" onClick={onLeave}>
          {t('All deliveries')}
        </Button>
      }
    >
      {query.data === undefined ? (
        <NotLoaded query={query} label={t('Loading the delivery')} blocks={['h-48']} />
      ) : (
        <ul aria-label={t('Delivery')}>
          <DeliveryRow isShown endpoint={endpoint} delivery={query.data} />
        </ul>
      )}
    </Section>
  )
}

function AllDeliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const [state, setState] = useState<DeliveryState | undefined>()
  const query = useInfiniteQuery(deliveriesQuery(endpoint.id, state))
  const deliveries = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Section title={t('Deliveries')} lead={t('The events of the last 90 days, newest first.')}>
      <Segmented
        label={t('Delivery status')}
        isCompact
        chosen={state ?? 'all'}
        options={[
          { value: 'all', label: t('All') },
          ...states.map((one) => ({ value: one, label: say(stateWords[one].label) })),
        ]}
        onChange={({ target }) => setState(states.find((one) => one === target.value))}
      />
      {deliveries === undefined ? (
        <NotLoaded query={query} label={t('Loading deliveries')} blocks={['h-48']} />
      ) : deliveries.length === 0 ? (
        <p className="text-pretty text-muted">
          {state === undefined ? t('Nothing has been sent yet.') : t('No matching deliveries.')}
        </p>
      ) : (
        <ul aria-label={t('Deliveries')} className="grid divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.event.id} endpoint={endpoint} delivery={delivery} />
          ))}
        </ul>
      )}
      <EarlierButton query={query}>{t('Show earlier deliveries')}</EarlierButton>
    </Section>
  )
}

type RowProps = { readonly endpoint: Endpoint; readonly delivery: Delivery; readonly isShown?: boolean }

function DeliveryRow({ endpoint, delivery, isShown = false }: RowProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isShown)
  const { event, state, tries } = delivery
  const last = tries.at(-1)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-56">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="flex max-w-full items-center gap-2 rounded text-start after:absolute after:inset-0 hover:text-brand"
          >
            <span translate="no" className="min-w-0 font-mono text-sm font-medium wrap-anywhere">
              {event.type}
              <span className="sr-only"> {event.sequence}</span>
            </span>
            <ChevronDown
              aria-hidden
              className={`size-4.5 shrink-0 text-muted transition ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </h3>
        {last !== undefined && (
          <span className="text-sm text-muted tabular-nums">
            {t('{outcome}, {time}', { outcome: outcomeText(last), time: tookText(last.took) })}
          </span>
        )}
        <Badge tone={stateWords[state].tone}>{say(stateWords[state].label)}</Badge>
        <span className="text-sm text-muted tabular-nums">
          <When at={event.createdAt} />
        </span>
      </div>
      <div id={id}>{isOpen && <Details endpoint={endpoint} delivery={delivery} />}</div>
    </li>
  )
}

function Details({ endpoint: { id, state }, delivery: { event, tries, nextAttemptAt } }: RowProps) {
  const query = useQuery(deliveryQuery(id, event.id))
  const maySend = useMayCall()(endpointsContract.sendAgain)
  const again = useEndpointWrite(
    () => call(endpointsContract.sendAgain, { params: { id, eventId: event.id } }),
    () => toast.success(t('The event is sent again')),
  )
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      {tries.length > 0 && (
        <ol aria-label={t('Tries')} className="grid gap-1 text-sm">
          {tries.map((one) => (
            <li key={one.at} className="flex flex-wrap gap-x-4 tabular-nums">
              <span className="text-muted">
                <When at={one.at} />
              </span>
              <span className="wrap-anywhere">{outcomeText(one)}</span>
              <span className="text-muted">{tookText(one.took)}</span>
            </li>
          ))}
        </ol>
      )}
      {nextAttemptAt !== null && (
        <p className="text-sm text-muted">
          {rich('Next try: {time}', { time: <When at={nextAttemptAt} /> })}
        </p>
      )}
      {query.data === undefined ? (
        <NotLoaded query={query} label={t('Loading the request')} blocks={['h-32']} />
      ) : (
        <>
          <Message name={t('Request, as it would be sent now')} text={query.data.request} isJson />
          {query.data.answer !== null && query.data.answer !== '' && (
            <Message name={t('Last answer')} text={query.data.answer} />
          )}
        </>
      )}
      {maySend && (state === 'on' || state === 'failing') && (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('Send again')}
        </Button>
      )}
    </div>
  )
}
