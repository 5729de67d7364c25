import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { salesContract, type SaleDetail } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** Opens the dialog that gives money back; nothing is shown where nothing is left to give. */
export function RefundButton({ sale }: { readonly sale: SaleDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayRefund = useMayCall()(salesContract.refundSale)
  if (sale.refundable <= 0 || !mayRefund) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Undo2 aria-hidden className="size-4.5" />
        Refund
      </Button>
      <RefundDialog sale={sale} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

const words: Readonly<
  Record<SaleDetail['refunds'][number]['status'], { readonly tone: Tone; readonly label: string }>
> = {
  pending: { tone: 'warning', label: 'On its way' },
  succeeded: { tone: 'success', label: 'Refunded' },
  failed: { tone: 'danger', label: 'Failed' },
}

/** What went back, with the tax within it. */
export function Refunds({ sale }: { readonly sale: SaleDetail }) {
  if (sale.refunds.length === 0) return null
  const amount = (minor: number) => formatAmount(minor, sale.currency)
  return (
    <section aria-labelledby="refunds" className="panel p-5 sm:p-7">
      <h2 id="refunds" className="text-xl font-semibold">
        Refunds
      </h2>
      <ul className="mt-4 grid gap-4">
        {sale.refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span translate="no" className="font-medium tabular-nums">
              {amount(refund.total)}
            </span>
            <Badge tone={words[refund.status].tone}>{words[refund.status].label}</Badge>
            <span className="text-sm text-muted sm:ml-auto">
              <When at={refund.createdAt} />
            </span>
            {refund.taxAmount > 0 && (
              <span className="w-full text-sm text-muted">
                Includes <Own>{amount(refund.taxAmount)}</Own> of tax
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
