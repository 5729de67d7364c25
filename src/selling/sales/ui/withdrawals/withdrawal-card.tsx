import { useState } from 'react'
import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { longDayText } from '#foundation/time/day-text.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { isClosing, RefuseDialog } from './refuse-dialog.tsx'
import { explain, statusOf } from './withdrawal-words.ts'

/** A statement: who withdraws from what, until when the money must go back, and what the seller can do. */
export function WithdrawalCard({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { name, email, reference, cause, outcome, receivedAt, dueAt, saleId, title } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  return (
    <li className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {/* What is below as the link to the sale is not named by its number as well. */}
      {reference !== saleId && <p className="whitespace-pre-line wrap-anywhere">“{reference}”</p>}
      {cause !== null && <p className="whitespace-pre-line wrap-anywhere">For cause: “{cause}”</p>}
      <p className="text-pretty text-muted">{explain(withdrawal)}</p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span>
          Received <When at={receivedAt} />
        </span>
        {dueAt !== null && (
          <strong className="font-semibold text-ink">
            {`Money back by ${longDayText(Date.parse(dueAt))}`}
          </strong>
        )}
        {saleId !== null && (
          <Link
            to={`/sales/${saleId}`}
            className="py-0.5 wrap-anywhere text-brand underline underline-offset-4"
          >
            {title ?? 'See the sale'}
          </Link>
        )}
      </p>
      {outcome === 'open' && <Decisions withdrawal={withdrawal} />}
    </li>
  )
}

type Step = 'idle' | 'refunding' | 'refusing'

function Decisions({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const [step, setStep] = useState<Step>('idle')
  const mayCall = useMayCall()
  const rest = () => setStep('idle')
  if (!mayCall(withdrawalsContract.refundWithdrawal)) return null
  const { kind, isHeld, name } = withdrawal
  const isClosed = isClosing(withdrawal)
  return (
    <div className="flex flex-wrap gap-3">
      {!isClosed && !isHeld && (
        <Button aria-label={`Refund ${name}`} onClick={() => setStep('refunding')}>
          Refund
        </Button>
      )}
      <Button
        variant="secondary"
        aria-label={`${isClosed ? 'Close' : 'Refuse'} the ${kind} of ${name}`}
        onClick={() => setStep('refusing')}
      >
        {isClosed ? 'Close' : 'Refuse'}
      </Button>
      <RefundDialog withdrawal={withdrawal} isOpen={step === 'refunding'} onClose={rest} />
      <RefuseDialog withdrawal={withdrawal} isOpen={step === 'refusing'} onClose={rest} />
    </div>
  )
}
