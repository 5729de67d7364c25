import { useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '#foundation/language/language-name.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Day, When } from '#web/kit/layout/when.tsx'
import { explain, isRefundAdvised, timeLeft } from '#selling/sales/withdrawal-advice.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { isClosing, isRefundable, RefuseDialog } from './refuse-dialog.tsx'
import { statusOf } from './withdrawal-words.ts'

/** A statement: the buyer, the purchase, what to do about it and by when. */
export function WithdrawalCard({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { name, email, reference, cause, language, outcome, receivedAt, dueAt, saleId, fits } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  const zone = useZone()
  return (
    <li className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          {dueAt !== null && <DueBadge dueAt={dueAt} />}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <Bought withdrawal={withdrawal} />
      {/* The buyer's own words; on a purchase's own page they write nothing. */}
      {(saleId === null || (fits !== null && reference !== saleId)) && (
        <p className="whitespace-pre-line wrap-anywhere">“{reference}”</p>
      )}
      {cause !== null && (
        <p className="whitespace-pre-line wrap-anywhere">{t('For cause: “{cause}”', { cause })}</p>
      )}
      <p className={`text-pretty ${outcome === 'open' ? 'font-medium' : 'text-muted'}`}>
        {explain(withdrawal, zone)}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span>{rich('Received {time}', { time: <When at={receivedAt} /> })}</span>
        {language !== 'en' && (
          <span>{t('Written in {language}', { language: languageName(language, 'en') })}</span>
        )}
      </p>
      {outcome === 'open' && <Decisions withdrawal={withdrawal} />}
    </li>
  )
}

/** The purchase: its title, price and day. */
function Bought({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { saleId, title, paidAt, total, currency, due, dueCurrency } = withdrawal
  if (saleId === null) return null
  const amount =
    currency !== null ? formatAmount(total, currency) : dueCurrency && formatAmount(due, dueCurrency)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Link to={`/sales/${saleId}`} className="link wrap-anywhere">
        {title ?? t('View sale')}
      </Link>
      {amount !== null && <Own>{amount}</Own>}
      {paidAt !== null && (
        <span className="text-muted">{rich('bought on {day}', { day: <Day at={paidAt} /> })}</span>
      )}
    </p>
  )
}

/** When a refund is due; urgent in its last days and once it is late. */
export function DueBadge({ dueAt }: { readonly dueAt: string }) {
  const { days, isUrgent } = timeLeft(dueAt, Date.now())
  const day = <Day at={dueAt} />
  return (
    <Badge tone={days < 0 ? 'danger' : isUrgent ? 'warning' : 'neutral'}>
      <span>
        {days < 0
          ? rich('Was due {day}', { day })
          : rich('Due {day} ({days, plural, =0 {last day} one {# day left} other {# days left}})', {
              day,
              days,
            })}
      </span>
    </Badge>
  )
}

type Step = 'idle' | 'refunding' | 'refusing'

/** The seller's options, for members who may decide. */
export function Decisions({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const [step, setStep] = useState<Step>('idle')
  const mayCall = useMayCall()
  const rest = () => setStep('idle')
  if (!mayCall(withdrawalsContract.refundWithdrawal)) return null
  const { kind, name, due, dueCurrency, mayKeepPart } = withdrawal
  const isClosed = isClosing(withdrawal)
  const amount = mayKeepPart || due === 0 || dueCurrency === null ? null : formatAmount(due, dueCurrency)
  return (
    <div className="flex flex-wrap gap-3">
      {isRefundable(withdrawal) && (
        <Button
          variant={isRefundAdvised(withdrawal) ? 'primary' : 'secondary'}
          aria-label={
            amount === null ? t('Refund {name}', { name }) : t('Refund {amount} to {name}', { amount, name })
          }
          onClick={() => setStep('refunding')}
        >
          {amount === null ? t('Refund') : t('Refund {amount}', { amount })}
        </Button>
      )}
      <Button
        variant="secondary"
        aria-label={
          isClosed
            ? kind === 'cancellation'
              ? t('Close the cancellation of {name}', { name })
              : t('Close the withdrawal of {name}', { name })
            : t('Decline the withdrawal of {name}', { name })
        }
        onClick={() => setStep('refusing')}
      >
        {isClosed ? t('Close') : t('Decline')}
      </Button>
      <RefundDialog withdrawal={withdrawal} isOpen={step === 'refunding'} onClose={rest} />
      <RefuseDialog withdrawal={withdrawal} isOpen={step === 'refusing'} onClose={rest} />
    </div>
  )
}
