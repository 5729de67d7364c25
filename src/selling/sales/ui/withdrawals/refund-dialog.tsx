import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { withdrawalsContract, type RefundPreview, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { readNumber } from '#foundation/typed/read-number.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Day } from '#web/kit/layout/when.tsx'

type Props = {
  readonly withdrawal: WithdrawalWire
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows the exact refund of each payment before it is made. */
export function RefundDialog({ withdrawal, isOpen, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Refund this withdrawal?')}
      description={t('Refunded to the original payment method.')}
    >
      <RefundForm id={withdrawal.id} onClose={onClose} />
    </Dialog>
  )
}

function RefundForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const preview = useQuery({
    queryKey: ['withdrawals', 'refund', id],
    queryFn: ({ signal }) => call(withdrawalsContract.previewRefund, { params: { id }, signal }),
    // There may have been new charges since the last preview.
    staleTime: 0,
  })
  const [typed, setTyped] = useState<Typed>({})
  const { refund, isPending } = useRefund(id, onClose)
  const form = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(form)
  const [isChecked, setIsChecked] = useState(false)
  if (preview.isPending) return <Skeleton label={t('Calculating refund')} blocks={['h-24']} />
  if (preview.isError) {
    return (
      <p role="alert">
        {errorMessage(preview.error, t('The amount could not be read. Close this and try again.'))}
      </p>
    )
  }
  const { endsSubscription } = preview.data
  const parts = preview.data.parts.map((part) => withPerformed(part, typed[part.purchaseId] ?? ''))
  if (parts.length === 0 && !endsSubscription)
    return <p>{t('There is nothing left to refund. Decline the withdrawal to close it.')}</p>
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('Refund')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (parts.some(({ problem }) => problem !== null)) return focusFirstError()
        refund(
          parts.flatMap(({ purchaseId, percentage }) =>
            percentage === null ? [] : [{ purchaseId, percentage }],
          ),
        )
      }}
    >
      <Sum parts={parts} endsSubscription={endsSubscription}>
        {(part) =>
          part.total !== null && (
            <TextInput
              label={t('Service already performed')}
              name={`performed-${part.purchaseId}`}
              inputMode="numeric"
              autoComplete="off"
              suffix="%"
              value={typed[part.purchaseId] ?? ''}
              hint={t('The buyer pays for this part. Leave empty for a full refund.')}
              error={isChecked ? (part.problem ?? undefined) : undefined}
              onChange={({ currentTarget }) => {
                setIsChecked(false)
                setTyped((now) => ({ ...now, [part.purchaseId]: currentTarget.value }))
              }}
            />
          )
        }
      </Sum>
      <DialogActions label={labelOf(parts)} isDangerous isBusy={isPending} onCancel={onClose} />
    </form>
  )
}

type Typed = Readonly<Record<string, string>>
type Part = RefundPreview['parts'][number]
type PartWithPerformed = Part & { readonly percentage: number | null; readonly problem: string | null }

/**
 * The refund without the performed part, computed as the server computes it. Fractions are rounded in the buyer's
 * favor.
 */
function withPerformed(part: Part, typed: string): PartWithPerformed {
  const { amount, total } = part
  const percentage = readNumber(typed)
  if (total === null || percentage === null) return { ...part, percentage: null, problem: null }
  if (!Number.isInteger(percentage) || percentage < 1 || percentage > 99) {
    const problem =
      percentage > 99
        ? t('Enter 99 or less. If the service was fully performed, decline the withdrawal.')
        : t('Enter a whole number from 1 to 99, or leave it empty')
    return { ...part, percentage: null, problem }
  }
  const { step } = currencySign(part.currency)
  const kept = Math.floor((total * percentage) / (100 * step)) * step
  return { ...part, amount: Math.max(0, amount - kept), percentage, problem: null }
}

const kinds = {
  order: msg('Order'),
  offer: msg('Added offer'),
  renewal: msg('Renewal'),
  payoff: msg('Early payoff'),
} as const

type SumProps = {
  readonly parts: readonly PartWithPerformed[]
  readonly endsSubscription: boolean
  /** Content shown beneath a part. */
  readonly children: (part: PartWithPerformed) => ReactNode
}

function Sum({ parts, endsSubscription, children }: SumProps) {
  return (
    <>
      <ul className="grid gap-2">
        {parts.map((part) => (
          <li key={part.purchaseId} className="grid gap-2 pb-1">
            <div className="flex items-baseline justify-between gap-4">
              <span className="grid min-w-0 wrap-anywhere">
                {part.title}
                <span className="text-sm text-muted">
                  {say(kinds[part.kind])}, <Day at={part.paidAt} />
                </span>
              </span>
              <span translate="no" className="tabular-nums">
                {formatAmount(part.amount, part.currency)}
              </span>
            </div>
            {children(part)}
          </li>
        ))}
        <li className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <span>{t('Refund')}</span>
          <span className="tabular-nums">{parts.length === 0 ? t('Nothing') : totalOf(parts)}</span>
        </li>
      </ul>
      {endsSubscription && <p>{t('The subscription ends right away.')}</p>}
    </>
  )
}

/** A subscription with no payments yet has nothing to refund and only ends. */
function labelOf(parts: readonly PartWithPerformed[]): string {
  if (parts.length === 0) return t('End subscription')
  return parts.every(({ problem }) => problem === null)
    ? t('Refund {amount}', { amount: totalOf(parts) })
    : t('Refund')
}

/** Totals by currency, because a statement can be about purchases in several currencies. */
function totalOf(parts: readonly Part[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, sum]) => formatAmount(sum, currency)).join(' + ')
}

type Performed = { readonly purchaseId: string; readonly percentage: number }

function useRefund(id: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: (performed: readonly Performed[]) =>
      call(withdrawalsContract.refundWithdrawal, { params: { id }, body: { performed: [...performed] } }),
    onSuccess: ({ outcome, returned }) => {
      if (outcome === 'refunded' || outcome === 'part_refunded')
        toast.success(returned === 0 ? t('Ending the subscription') : t('Refunded'))
      else toast.error(t('The refund has not been made yet'))
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('The server did not respond. Try again. Nothing is refunded twice.')))
    },
    onSettled: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['sales'] })
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
  })
  return { refund: mutate, isPending }
}
