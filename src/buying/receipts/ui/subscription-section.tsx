import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { SubscriptionOnPage } from '../page/purchase-data.ts'
import { Panel } from './receipt-section.tsx'

const badges = {
  active: { text: 'Active', tone: 'good' },
  trial: { text: 'Trial', tone: 'good' },
  'paid early': { text: 'Paid in full', tone: 'good' },
  'payment failed': { text: 'Payment failed', tone: 'bad' },
  canceled: { text: 'Canceled', tone: 'plain' },
  ended: { text: 'Ended', tone: 'plain' },
  'ended unpaid': { text: 'Not paid in full', tone: 'bad' },
} as const

type SubscriptionSectionProps = {
  readonly subscription: SubscriptionOnPage
  readonly formats: Formats
}

/** A subscription's state and next payments; the page's script adds the buyer's actions below. */
export function SubscriptionSection({ subscription, formats }: SubscriptionSectionProps) {
  const { state, standing, price, paid, card, endsAt, calendarPath, canChange } = subscription
  return (
    <Panel id="subscription" title="Your subscription" aside={<Badge {...badges[state]} />}>
      <p>{standing}</p>
      <dl className="grid gap-2">
        <Fact name="Price" text={price} />
        <Fact name="Paid" text={paid} />
        {card !== null && <Fact name="Charged to" text={card} />}
        {endsAt === null ? (
          <Fact name="Ends" text="When you cancel" />
        ) : (
          <Fact name={state.startsWith('ended') ? 'Ended' : 'Ends'} text={dayText(endsAt, formats)} />
        )}
      </dl>
      <NextPayments {...subscription} formats={formats} />
      {calendarPath !== null && (
        <p className="text-sm print:hidden">
          <a href={calendarPath} className="link">
            {state === 'canceled' ? 'Remove the dates from your calendar' : 'Add to calendar'}
          </a>
        </p>
      )}
      <div id="subscription-actions" className="empty:hidden print:hidden" />
      {canChange && (
        <noscript>
          <p className="text-muted text-sm">Turn on JavaScript to change your card or cancel.</p>
        </noscript>
      )}
    </Panel>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      {/* A long text next to it wraps; the name never breaks. */}
      <dt className="shrink-0">{name}</dt>
      <dd className="text-right tabular-nums">{text}</dd>
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
      <h3 className="text-[0.9375rem] font-bold">Next payments</h3>
      <ol className="schedule schedule-ahead mt-2 grid">
        {payments.map(({ at, amount }) => (
          <li key={at} className="flex justify-between gap-4">
            <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at, formats)}</time>
            <span className="whitespace-nowrap tabular-nums">{amount}</span>
          </li>
        ))}
        {more !== 0 && (
          <li className="schedule-rest text-muted">
            {more === null ? `then ${cycle}` : `and ${more} more${rest === null ? '' : ` of ${rest}`}`}
          </li>
        )}
      </ol>
    </div>
  )
}

const tones = { plain: '', good: 'text-success', bad: 'text-danger' } as const

/** A state in a word or two. */
export function Badge({ text, tone }: { readonly text: string; readonly tone: keyof typeof tones }) {
  return <span className={`badge ${tones[tone]}`}>{text}</span>
}
