import { Clock, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '#foundation/language/language-name.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { countryName } from '#accounts/invoice-details/countries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { explain, isClosing, isRefundable, nextStep, timeLeft } from '#selling/sales/withdrawal-advice.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { statusOf } from './withdrawal-words.ts'

/** An open statement: the buyer and the purchase, what to do about it and by when. */
export function OpenWithdrawal({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { kind, dueAt, receivedAt, isConfirmed, isHeld } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  const zone = useZone()
  const isUsual = kind === 'withdrawal' && isConfirmed && !isHeld
  return (
    <li className="panel grid grid-cols-1 gap-4 p-5 sm:p-6">
      <Buyer withdrawal={withdrawal}>
        {dueAt !== null && <DueBadge dueAt={dueAt} />}
        {!isUsual && <Badge tone={dueAt === null ? tone : 'neutral'}>{label}</Badge>}
      </Buyer>
      <Words withdrawal={withdrawal} />
      <p className="max-w-3xl text-pretty sm:pl-13">{explain(withdrawal, zone)}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="text-sm text-muted sm:pl-13">
          {rich('Received {received}', { received: <Day at={receivedAt} /> })}
        </p>
        <Decisions withdrawal={withdrawal} />
      </div>
    </li>
  )
}

/** A decided statement, with its outcome. */
export function ClosedWithdrawal({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { receivedAt } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  const zone = useZone()
  return (
    <li className="grid grid-cols-1 gap-2 px-5 py-4 sm:px-6">
      <Buyer withdrawal={withdrawal}>
        <Badge tone={tone}>{label}</Badge>
      </Buyer>
      <Words withdrawal={withdrawal} />
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted sm:pl-13">
        <span>{rich('Received {day}', { day: <Day at={receivedAt} /> })}</span>
        <p className="text-pretty">{explain(withdrawal, zone)}</p>
      </div>
    </li>
  )
}

type BuyerProps = { readonly withdrawal: WithdrawalWire; readonly children?: ReactNode }

/** The buyer with the purchase: its title, price and day. */
function Buyer({ withdrawal, children }: BuyerProps) {
  const { name, email, saleId, title, paidAt, buyerCountry, outcome } = withdrawal
  const amount = amountOf(withdrawal)
  return (
    <div className="flex items-start gap-3">
      <span className="max-sm:hidden">
        <Avatar user={{ name, email, photo: null }} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-x-4">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 font-semibold wrap-anywhere">{name}</h3>
            <span className="flex flex-wrap gap-2 empty:hidden max-sm:order-first max-sm:w-full">
              {children}
            </span>
            <p className="-mt-1 flex w-full flex-wrap gap-x-3 text-sm text-muted">
              <span className="wrap-anywhere">{email}</span>
              {(buyerCountry !== null || outcome === 'open') && (
                <span className="inline-flex items-center gap-1">
                  <MapPin aria-hidden className="size-3.5" />
                  {buyerCountry === null ? t('Country unknown') : countryName(buyerCountry)}
                </span>
              )}
            </p>
          </div>
          {amount !== null && (
            <span translate="no" className="text-lg leading-tight font-semibold tabular-nums">
              {amount}
            </span>
          )}
        </div>
        {saleId !== null && (
          <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
            <Link
              to={`/sales/${saleId}`}
              className="rounded wrap-anywhere underline decoration-edge/60 underline-offset-4 hover:text-brand hover:decoration-brand"
            >
              {title ?? t('View sale')}
            </Link>
            {paidAt !== null && (
              <span className="text-sm text-muted">
                {rich('bought on {day}', { day: <Day at={paidAt} /> })}
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function amountOf({ total, currency, due, dueCurrency, saleId }: WithdrawalWire): string | null {
  if (saleId === null) return null
  if (currency !== null) return formatAmount(total, currency)
  return dueCurrency === null ? null : formatAmount(due, dueCurrency)
}

/** The buyer's text. On a purchase's page, buyers withdraw without writing anything. */
function Words({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { reference, cause, language, saleId, fits } = withdrawal
  const isWritten = saleId === null || (fits !== null && reference !== saleId)
  if (!isWritten && cause === null && language === 'en') return null
  return (
    <div className="grid gap-1 sm:pl-13">
      {isWritten && <p className="whitespace-pre-line wrap-anywhere">“{reference}”</p>}
      {cause !== null && (
        <p className="whitespace-pre-line wrap-anywhere">{t('For cause: “{cause}”', { cause })}</p>
      )}
      {language !== 'en' && (
        <p className="text-sm text-muted">
          {t('Written in {language}', { language: languageName(language, 'en') })}
        </p>
      )}
    </div>
  )
}

/** The time until a refund is due, in red during its last days and once it is late. */
export function DueBadge({ dueAt }: { readonly dueAt: string }) {
  const [now] = useState(() => Date.now())
  const { days, isUrgent } = timeLeft(dueAt, now)
  return (
    <Badge tone={isUrgent ? 'danger' : 'neutral'}>
      <Clock aria-hidden className="size-3.5" />
      {days < 0
        ? t('{days, plural, one {# day late} other {# days late}}', { days: -days })
        : t('{days, plural, =0 {Last day} one {# day left} other {# days left}}', { days })}
    </Badge>
  )
}

type Step = 'idle' | 'refunding' | 'refusing'

type DecisionsProps = {
  readonly withdrawal: WithdrawalWire
  /** The refunds are shown on the sale. */
  readonly isOnSale?: boolean
}

/** The seller's options with the likely one first, for members who can decide. */
export function Decisions({ withdrawal, isOnSale = false }: DecisionsProps) {
  const [step, setStep] = useState<Step>('idle')
  const mayCall = useMayCall()
  const rest = () => setStep('idle')
  if (!mayCall(withdrawalsContract.refundWithdrawal)) return null
  const { kind, name, email, saleId, due, dueCurrency, mayKeepPart } = withdrawal
  const next = nextStep(withdrawal)
  const isClosed = isClosing(withdrawal)
  const amount = mayKeepPart || due === 0 || dueCurrency === null ? null : formatAmount(due, dueCurrency)
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
      {next === 'find' && !isOnSale && (
        <Link
          to={saleId === null ? `/sales?q=${encodeURIComponent(email)}` : `/sales/${saleId}`}
          className={buttonClass()}
        >
          {saleId === null ? t('Find in Sales') : t('View sale')}
        </Link>
      )}
      {next === 'ask' && (
        <a href={mailLink(email)} className={buttonClass()}>
          {t('Email the buyer')}
        </a>
      )}
      {isRefundable(withdrawal) && (
        <Button
          variant={next === 'refund' ? 'primary' : 'secondary'}
          aria-label={
            amount === null ? t('Refund {name}', { name }) : t('Refund {amount} to {name}', { amount, name })
          }
          onClick={() => setStep('refunding')}
        >
          {amount === null ? t('Refund') : t('Refund {amount}', { amount })}
        </Button>
      )}
      <Button
        variant={next === 'decline' ? 'primary' : 'secondary'}
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
