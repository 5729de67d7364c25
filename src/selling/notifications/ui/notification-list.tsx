import type { UseQueryResult } from '@tanstack/react-query'
import {
  Banknote,
  CalendarX,
  CreditCard,
  FileX,
  Gavel,
  Landmark,
  PiggyBank,
  TriangleAlert,
  Undo2,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { When } from '#web/kit/layout/when.tsx'
import type { NotificationWire } from '../contract.ts'
import { hasAmount, priceText } from '../notification-words.ts'

type Props = {
  readonly query: UseQueryResult<{ readonly notices: readonly NotificationWire[] }>
  readonly onLeave: () => void
}

/** The latest notifications, each with a link to its sale or payout. */
export function NotificationList({ query: { data, isError, isFetching, refetch }, onLeave }: Props) {
  if (data === undefined) {
    return (
      <div role="status" className="grid justify-items-center gap-3 p-6 text-center text-muted">
        {isError ? t('Notifications could not be loaded.') : t('Loading…')}
        {isError && (
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        )}
      </div>
    )
  }
  if (data.notices.length === 0) {
    return <p className="p-6 text-center text-pretty text-muted">{t('No notifications yet.')}</p>
  }
  return (
    <ul className="max-h-[min(28rem,calc(100dvh-12rem))] overflow-y-auto overscroll-contain p-1.5">
      {data.notices.map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

const looks: Readonly<
  Record<NotificationWire['kind'], { readonly icon: LucideIcon; readonly title: Message }>
> = {
  sale: { icon: Banknote, title: msg('New sale') },
  refund: { icon: Undo2, title: msg('Refund') },
  tax_refund: { icon: Undo2, title: msg('Tax refunded') },
  refund_failed: { icon: TriangleAlert, title: msg('Refund failed') },
  dispute: { icon: Gavel, title: msg('Payment disputed') },
  renewal_failed: { icon: CreditCard, title: msg('Renewal failed') },
  payment_returned: { icon: Landmark, title: msg('Payment returned') },
  cancellation: { icon: CalendarX, title: msg('Subscription canceled') },
  withdrawal: { icon: FileX, title: msg('Withdrawal') },
  payout_failed: { icon: TriangleAlert, title: msg('Payout failed') },
  payout_paid: { icon: PiggyBank, title: msg('Payout') },
  webhook_failing: { icon: Webhook, title: msg('Webhook does not answer') },
  webhook_off: { icon: Webhook, title: msg('Webhook is off') },
}

const ends = {
  won: msg('Dispute won'),
  lost: msg('Dispute lost'),
  closed: msg('Bank inquiry closed'),
  due: msg('Refund due soon'),
}

/** What is new about a dispute or withdrawal, or undefined if its kind already says it. */
function becameOf(notification: NotificationWire): string | undefined {
  if (!('saleId' in notification)) return undefined
  if (notification.asks) return t('Bank inquiry')
  return notification.outcome === null ? undefined : say(ends[notification.outcome])
}

type RowProps = { readonly notification: NotificationWire; readonly onLeave: () => void }

function NotificationRow({ notification, onLeave }: RowProps) {
  const { kind, at } = notification
  const { icon: Icon, title } = looks[kind]
  const isOfWebhook = 'endpointId' in notification
  return (
    <Link
      to={pathOf(notification)}
      className="flex gap-3 rounded-xl p-3 -outline-offset-2 hover:bg-brand-soft"
      onClick={onLeave}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex justify-between gap-3 font-medium">
          {becameOf(notification) ?? say(title)}
          {!isOfWebhook && hasAmount(notification.kind) && (
            <span className="tabular-nums">{priceText(notification)}</span>
          )}
        </span>
        <span className="text-sm wrap-anywhere">{aboutOf(notification)}</span>
        <span className="text-sm text-muted">
          <When at={at} />
        </span>
      </span>
    </Link>
  )
}

function pathOf(notification: NotificationWire): string {
  if ('payoutId' in notification) return `/payouts/${notification.payoutId}`
  return 'endpointId' in notification
    ? `/settings/developers/${notification.endpointId}`
    : `/sales/${notification.saleId}`
}

function aboutOf(notification: NotificationWire): string {
  if ('payoutId' in notification) return notification.bank ?? t('Your bank account')
  return 'endpointId' in notification
    ? notification.name
    : `${cutText(notification.buyer, 40)}: ${cutText(notification.formTitle, 60)}`
}
