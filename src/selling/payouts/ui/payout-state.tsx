import { dateFormat } from '#foundation/time/date-format.ts'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { bankText } from '#selling/payouts/payout-texts.ts'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import type { Payout, PayoutLine } from '../contract.ts'

const words: Readonly<Record<Payout['status'], { readonly tone: Tone; readonly label: Message }>> = {
  on_its_way: { tone: 'brand', label: msg('In transit') },
  paid: { tone: 'success', label: msg('Paid') },
  failed: { tone: 'danger', label: msg('Failed') },
  canceled: { tone: 'neutral', label: msg('Canceled') },
}

export function PayoutBadge({ status }: Pick<Payout, 'status'>) {
  return <Badge tone={words[status].tone}>{say(words[status].label)}</Badge>
}

export const lineWords: Readonly<Record<PayoutLine['kind'], Message>> = {
  sale: msg('Sale'),
  refund: msg('Refund'),
  dispute: msg('Dispute'),
  fee: msg('Fee'),
  returned_payout: msg('Returned payout'),
  other: msg('Other'),
}

const dayFormat = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** A day in UTC, as Stripe counts it. It is the same for readers in every time zone. */
export function Day({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {dayFormat.format(new Date(day))}
    </time>
  )
}

export function BankName({ bank }: Pick<Payout, 'bank'>) {
  return bankText(bank) ?? t('Your bank account')
}

export function NoAccountYet() {
  return (
    <EmptyState
      icon={<Landmark aria-hidden className="size-8" />}
      title={t('Connect your Stripe account')}
      text={t('Buyers pay into your own Stripe account. Your payouts will appear here.')}
    >
      <Link to="/billing" className={buttonClass()}>
        {t('Go to billing')}
      </Link>
    </EmptyState>
  )
}
