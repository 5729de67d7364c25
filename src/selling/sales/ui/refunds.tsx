import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { formatAmount, parseAmount, toMajor } from '#foundation/money/amount.ts'
import { amountText } from '#foundation/money/price-problem.ts'
import { readAmount, shownAmount } from '#foundation/money/read-amount.ts'
import { taxOfRefund } from '#payments/refunds/tax-of-refund.ts'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { type SaleDetail, salesContract } from '../contract.ts'

/** Opens the refund dialog. Hidden if there is nothing left to refund. */
export function RefundButton({ sale }: { readonly sale: SaleDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayRefund = useMayCall()(salesContract.refundSale)
  if (sale.refundable <= 0 || !mayRefund) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Undo2 aria-hidden className="size-4.5" />
        {t('Refund')}
      </Button>
      <RefundDialog sale={sale} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

const words: Readonly<
  Record<SaleDetail['refunds'][number]['status'], { readonly tone: Tone; readonly label: Message }>
> = {
  pending: { tone: 'warning', label: msg('In progress') },
  succeeded: { tone: 'success', label: msg('Refunded') },
  failed: { tone: 'danger', label: msg('Failed') },
}

/** A sale's refunds, each with its tax. */
export function Refunds({ sale }: { readonly sale: SaleDetail }) {
  if (sale.refunds.length === 0) return null
  const amount = (minor: number) => formatAmount(minor, sale.currency)
  return (
    <section aria-labelledby="refunds" className="panel p-5 sm:p-7">
      <h2 id="refunds" className="text-xl font-semibold">
        {t('Refunds')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {sale.refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span translate="no" className="font-medium tabular-nums">
              {amount(-refund.total)}
            </span>
            <Badge tone={words[refund.status].tone}>{say(words[refund.status].label)}</Badge>
            <span className="text-sm text-muted sm:ml-auto">
              <When at={refund.createdAt} />
            </span>
            {refund.reason !== null && (
              <span className="w-full wrap-anywhere">
                <span className="sr-only">{t('Reason:')} </span>
                {refund.reason}
              </span>
            )}
            {refund.taxAmount > 0 && (
              <span className="w-full text-sm text-muted">
                {rich('Includes {amount} of tax', { amount: <Own>{amount(refund.taxAmount)}</Own> })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { readonly sale: SaleDetail; readonly isOpen: boolean; readonly onClose: () => void }

/** Asks how much of a sale to refund. Exactly the amount shown on the button is refunded. */
function RefundDialog({ sale, isOpen, onClose }: Props) {
  const { refundable, currency } = sale
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Refund')}
      description={t('Refund up to {amount} to {name}. It usually takes 5 to 10 business days to arrive.', {
        amount: formatAmount(refundable, currency),
        name: sale.name,
      })}
    >
      <RefundForm sale={sale} onDone={onClose} />
    </Dialog>
  )
}

function RefundForm({ sale, onDone }: { readonly sale: SaleDetail; readonly onDone: () => void }) {
  const { refundable, currency } = sale
  const [isPart, setIsPart] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const { refund, isPending, error, clearError } = useRefund(sale, onDone)
  const read = readAmount(typed, currency)
  const parsed = parseAmount(isPart ? (read.major ?? Number.NaN) : toMajor(refundable, currency), currency)
  const minor = parsed.ok && parsed.minor > 0 && parsed.minor <= refundable ? parsed.minor : null
  const range = t('Enter an amount above zero and up to {most}', { most: formatAmount(refundable, currency) })
  const unpaid = parsed.ok || parsed.problem === 'negative' ? range : amountText(parsed.problem, currency)
  const problem = isPart && typed.trim() !== '' && minor === null ? (read.problem ?? unpaid) : error
  return (
    <form
      noValidate
      aria-label={t('Refund')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (minor !== null) refund(minor, reason)
      }}
    >
      <Segmented
        label={t('Refund amount')}
        name="how-much"
        options={[
          { value: 'whole', label: sale.refunds.length === 0 ? t('Full refund') : t('Remaining amount') },
          { value: 'part', label: t('Partial refund') },
        ]}
        chosen={isPart ? 'part' : 'whole'}
        onChange={(event) => {
          setIsPart(event.target.value === 'part')
          clearError()
        }}
      />
      {isPart && (
        <TextInput
          label={t('Amount')}
          required
          inputMode="decimal"
          autoComplete="off"
          suffix={currency.toUpperCase()}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            clearError()
          }}
          onBlur={() => setTyped(shownAmount(typed, currency))}
          error={problem}
        />
      )}
      <TextInput
        label={t('Reason')}
        name="reason"
        autoComplete="off"
        maxLength={200}
        hint={t('Optional. Only your team sees it, on this sale.')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {!isPart && problem !== undefined && <p className="text-sm font-medium text-danger">{problem}</p>}
      {sale.taxAmount > 0 && minor !== null && (
        <p className="text-muted">
          {rich('This includes {amount} of tax.', {
            amount: <Own>{formatAmount(taxOfRefund(sale, earlierOf(sale), minor), currency)}</Own>,
          })}
        </p>
      )}
      <DialogEnd>
        <Button variant="secondary" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="danger" isBusy={isPending} disabled={minor === null}>
          {minor === null ? t('Refund') : t('Refund {amount}', { amount: formatAmount(minor, currency) })}
        </Button>
      </DialogEnd>
    </form>
  )
}

/** Totals of pending and completed refunds, computed as the server computes them. */
function earlierOf({ refunds }: SaleDetail) {
  const open = refunds.filter(({ status }) => status !== 'failed')
  return {
    openAmount: open.reduce((sum, { total }) => sum + total, 0),
    openTaxAmount: open.reduce((sum, { taxAmount }) => sum + taxAmount, 0),
  }
}

const noAnswer = msg('The server did not respond. Try again. Nothing is refunded twice.')

/** Sends a refund under one idempotency key until a response reports its outcome. */
function useRefund(sale: SaleDetail, onDone: () => void) {
  const queryClient = useQueryClient()
  const [attempt, setAttempt] = useState({ key: crypto.randomUUID(), minor: 0 })
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: ({ key, minor, reason }: typeof attempt & { readonly reason: string }) =>
      call(salesContract.refundSale, {
        params: { id: sale.id },
        body: { amount: toMajor(minor, sale.currency), reason },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: ({ status, total }) => {
      const amount = formatAmount(total, sale.currency)
      toast.success(
        status === 'succeeded'
          ? t('Refunded {amount}', { amount })
          : t('The refund of {amount} is on its way', { amount }),
      )
      onDone()
    },
    onError: (failure) => {
      toast.error(errorMessage(failure, say(noAnswer)))
      // After a network failure the outcome is unknown, so a retry is the same refund.
      if (failure instanceof ApiError && failure.status < 500)
        setAttempt({ key: crypto.randomUUID(), minor: 0 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sales'] }),
  })
  const refund = (minor: number, reason: string) => {
    const next = attempt.minor === minor || attempt.minor === 0 ? attempt.key : crypto.randomUUID()
    setAttempt({ key: next, minor })
    mutate({ key: next, minor, reason })
  }
  const message = error === null ? undefined : errorMessage(error, say(noAnswer))
  return { refund, isPending, error: message, clearError: reset }
}
