import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { isInquiry, reasonText, standingOf } from '#payments/disputes/dispute.ts'
import { EvidenceButton } from '#selling/dispute-evidence/ui/evidence.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'

export function DisputeBadge({ status }: { readonly status: string | null }) {
  if (status === null) return null
  const { tone, label } = standingOf(status)
  return <Badge tone={tone}>{label}</Badge>
}

/** Disputes and bank inquiries about a sale, with the deadline for an answer. */
export function Disputes({ sale }: { readonly sale: SaleDetail }) {
  if (sale.disputes.length === 0) return null
  return (
    <section aria-labelledby="disputes" className="panel p-5 sm:p-7">
      <h2 id="disputes" className="text-xl font-semibold">
        {sale.disputes.every(({ status }) => isInquiry(status)) ? t('Bank inquiries') : t('Disputes')}
      </h2>
      <ul className="mt-4 grid gap-5">
        {sale.disputes.map((dispute) => (
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
            {standingOf(dispute.status).isOpen && dispute.evidenceDueAt !== null && (
              <>
                <span className="text-muted">
                  {isInquiry(dispute.status)
                    ? rich(
                        'Respond here or in your Stripe Dashboard by {time}, or refund the payment. If you do neither, the bank may reverse it.',
                        { time: <When at={dispute.evidenceDueAt} /> },
                      )
                    : rich(
                        'Respond here or in your Stripe Dashboard by {time}. If you do not respond, the buyer gets the money.',
                        { time: <When at={dispute.evidenceDueAt} /> },
                      )}
                </span>
                <EvidenceButton saleId={sale.id} disputeId={dispute.id} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
