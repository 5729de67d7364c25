import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { isInquiry, reasonText, standingOf } from '#payments/disputes/dispute.ts'
import { EvidenceButton } from '#selling/dispute-evidence/ui/evidence.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Day, When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'
import { timeLeft } from '../withdrawal-advice.ts'

export function DisputeBadge({ status }: { readonly status: string | null }) {
  if (status === null) return null
  const { tone, label } = standingOf(status)
  return <Badge tone={tone}>{label}</Badge>
}

type Dispute = SaleDetail['disputes'][number]
type OpenDispute = Dispute & { readonly evidenceDueAt: string }

function needsResponse(dispute: Dispute): dispute is OpenDispute {
  return standingOf(dispute.status).isOpen && dispute.evidenceDueAt !== null
}

/** Disputes that need a response, each with its deadline and a way to respond. */
export function OpenDisputes({ sale }: { readonly sale: SaleDetail }) {
  return sale.disputes
    .filter(needsResponse)
    .map((dispute) => <OpenDispute key={dispute.id} saleId={sale.id} dispute={dispute} />)
}

function OpenDispute({ saleId, dispute }: { readonly saleId: string; readonly dispute: OpenDispute }) {
  const { id, status, reason, total, currency, evidenceDueAt } = dispute
  const { days } = timeLeft(evidenceDueAt, Date.now())
  const day = <Day at={evidenceDueAt} />
  const heading = `dispute-${id}`
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-3 rounded-2xl border border-danger bg-danger-soft p-5 sm:px-7"
    >
      <h2 id={heading} className="text-xl font-semibold text-danger">
        {days < 0
          ? rich('The deadline to respond was {day}', { day })
          : rich('Respond by {day} ({days, plural, =0 {last day} one {# day left} other {# days left}})', {
              day,
              days,
            })}
      </h2>
      <p className="text-pretty">
        {isInquiry(status)
          ? rich(
              'A bank asks about {amount}. {reason} Respond here or in your Stripe Dashboard, or refund the payment. If you do neither, the bank may reverse it.',
              { amount: <Own>{formatAmount(total, currency)}</Own>, reason: reasonText(reason) },
            )
          : rich(
              'A bank disputes {amount}. {reason} Respond here or in your Stripe Dashboard. If you do not respond, the buyer gets the money.',
              { amount: <Own>{formatAmount(total, currency)}</Own>, reason: reasonText(reason) },
            )}
      </p>
      <EvidenceButton saleId={saleId} disputeId={id} />
    </section>
  )
}

/** A sale's other disputes and bank inquiries. */
export function Disputes({ sale }: { readonly sale: SaleDetail }) {
  const disputes = sale.disputes.filter((dispute) => !needsResponse(dispute))
  if (disputes.length === 0) return null
  return (
    <section aria-labelledby="disputes" className="panel p-5 sm:p-7">
      <h2 id="disputes" className="text-xl font-semibold">
        {disputes.every(({ status }) => isInquiry(status)) ? t('Bank inquiries') : t('Disputes')}
      </h2>
      <ul className="mt-4 grid gap-5">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="grid gap-1.5">
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span translate="no" className="font-medium tabular-nums">
                {formatAmount(dispute.total, dispute.currency)}
              </span>
              <DisputeBadge status={dispute.status} />
              <span className="text-sm text-muted sm:ml-auto">
                <When at={dispute.createdAt} />
              </span>
            </span>
            <span>{reasonText(dispute.reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
