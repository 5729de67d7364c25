import { msg, say, t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { SubscriptionOnPage } from '../page/purchase-data.ts'
import { CancelReasonForm } from './cancel-reason.tsx'
import { Panel } from './receipt-section.tsx'

const badges = {
  active: { text: msg('Active'), tone: 'good' },
  trial: { text: msg('Trial'), tone: 'good' },
  paused: { text: msg('Paused'), tone: 'plain' },
  'paid early': { text: msg('Paid in full'), tone: 'good' },
  'payment failed': { text: msg('Payment failed'), tone: 'bad' },
  canceled: { text: msg('Canceled'), tone: 'plain' },
  ended: { text: msg('Ended'), tone: 'plain' },
  'ended unpaid': { text: msg('Not paid in full'), tone: 'bad' },
} as const

type SubscriptionSectionProps = {
  readonly subscription: SubscriptionOnPage
  readonly formats: Formats
}

/** Shows a subscription's state and next payments. The page's script adds the actions. */
export function SubscriptionSection({ subscription, formats }: SubscriptionSectionProps) {
  const { state, standing, price, paid, card, endsAt, calendarPath, canChange } = subscription
  const { pauses, cancelPath, reasonPath, hasSaidWhy } = subscription
  const { text, tone } = badges[state]
  return (
    <Panel id="subscription" title={t('Your subscription')} aside={<Badge text={say(text)} tone={tone} />}>
      <p>{standing}</p>
      <dl className="grid gap-2">
        <Fact name={t('Price')} text={price} />
        <Fact name={t('Paid')} text={paid} />
        {card !== null && <Fact name={t('Charged to')} text={card} />}
        {endsAt === null ? (
          <Fact name={t('Ends')} text={t('When you cancel')} />
        ) : (
          <Fact name={state.startsWith('ended') ? t('Ended') : t('Ends')} text={dayText(endsAt, formats)} />
        )}
      </dl>
      <NextPayments {...subscription} formats={formats} />
      {calendarPath !== null && (
        <p className="text-sm print:hidden">
          <a href={calendarPath} className="link">
            {state === 'canceled' ? t('Remove the dates from your calendar') : t('Add to calendar')}
          </a>
        </p>
      )}
      {reasonPath !== null && <CancelReasonForm path={reasonPath} />}
      {hasSaidWhy && (
        <p role="status" className="text-muted">
          {t('Thank you for your answer.')}
        </p>
      )}
      <div id="subscription-actions" className="empty:hidden print:hidden" />
      {canChange && (
        <noscript>
          <p className="flex flex-wrap gap-3">
            {pauses.map(({ label, path }) => (
              <a key={path} href={path} className="button-quiet px-5">
                {label}
              </a>
            ))}
            {cancelPath !== null && (
              <a href={cancelPath} className="button-quiet px-5">
                {t('Cancel subscription')}
              </a>
            )}
          </p>
          <p className="text-muted mt-3 text-sm">{t('Turn on JavaScript to change your card.')}</p>
        </noscript>
      )}
    </Panel>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0">{name}</dt>
      <dd className="text-end tabular-nums">{text}</dd>
    </div>
  )
}

function NextPayments({
  next: { payments, rest, more },
  cycle,
  formats,
}: SubscriptionOnPage & Pick<SubscriptionSectionProps, 'formats'>) {
  if (payments.length === 0) return null
  return (
    <div>
      <h3 className="text-[0.9375rem] font-bold">{t('Next payments')}</h3>
      <ol className="schedule schedule-ahead mt-2 grid">
        {payments.map(({ at, amount }) => (
          <li key={at} className="flex justify-between gap-4">
            <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at, formats)}</time>
            <span className="whitespace-nowrap tabular-nums">{amount}</span>
          </li>
        ))}
        {more !== 0 && <li className="schedule-rest text-muted">{moreText(more, rest, cycle)}</li>}
      </ol>
    </div>
  )
}

function moreText(more: number | null, amount: string | null, cycle: string): string {
  if (more === null) return t('then {cycle}', { cycle })
  return amount === null ? t('and {more} more', { more }) : t('and {more} more of {amount}', { more, amount })
}

const tones = { plain: '', good: 'text-success', bad: 'text-danger' } as const

export function Badge({ text, tone }: { readonly text: string; readonly tone: keyof typeof tones }) {
  return <span className={`badge ${tones[tone]}`}>{text}</span>
}
