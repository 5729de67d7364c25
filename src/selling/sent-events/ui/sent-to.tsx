import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { sentEventsContract, type SentEvent } from '../contract.ts'
import { outcomeText, stateWords, tookText } from './call-words.ts'

/**
 * Shows which webhooks and ad platforms received a sale's events. Hidden if none did, or from members without the right.
 */
export function SentTo({ saleId }: { readonly saleId: string }) {
  const maySee = useMayCall()(sentEventsContract.listSentEvents)
  const { data } = useQuery({ ...sentEventsQuery(saleId), enabled: maySee })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section aria-labelledby="sent-to" className="panel p-5 sm:p-7">
      <h2 id="sent-to" className="text-xl font-semibold">
        {t('Sent to your programs and ad platforms')}
      </h2>
      <ul className="mt-3 grid divide-y divide-line">
        {data.data.map((sent) => (
          <SentRow key={`${sent.endpointId} ${sent.event.id}`} sent={sent} />
        ))}
      </ul>
    </section>
  )
}

function SentRow({
  sent: { endpointId, endpointName, isWebhook, event, state, lastTry },
}: {
  readonly sent: SentEvent
}) {
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={isWebhook ? `/settings/developers/${endpointId}?event=${event.id}` : '/settings/conversions'}
          className="link wrap-anywhere after:absolute after:inset-0"
        >
          {endpointName}
        </Link>
        <p translate="no" className="font-mono text-sm wrap-anywhere text-muted">
          {event.type}
        </p>
      </div>
      {lastTry !== null && (
        <span className="text-sm text-muted tabular-nums">
          {t('{outcome}, {time}', { outcome: outcomeText(lastTry), time: tookText(lastTry.took) })}
        </span>
      )}
      <Badge tone={stateWords[state].tone}>{say(stateWords[state].label)}</Badge>
      <span className="text-sm text-muted tabular-nums">
        <When at={event.createdAt} />
      </span>
    </li>
  )
}

function sentEventsQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoints', 'of sale', id],
    queryFn: ({ signal }) => call(sentEventsContract.listSentEvents, { params: { id }, signal }),
  })
}
