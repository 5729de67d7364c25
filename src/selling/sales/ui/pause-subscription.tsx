import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { subscriptionsContract, type SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { cycleStart, longestPause } from '#payments/subscriptions/payment-calendar.ts'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { Fact } from './fact.tsx'

type Paused = { readonly subscription: SubscriptionWire }

/** The time without payments, and who requested it. */
export function PauseFact({ subscription: { pause } }: Paused) {
  if (pause === null) return null
  const days = { from: <When at={pause.from} />, until: <When at={pause.until} /> }
  return (
    <Fact name={pause.isSkip ? t('Skipped') : t('Paused')}>
      {pause.by === 'seller'
        ? rich('{from} to {until}, by the shop', days)
        : rich('{from} to {until}, by the buyer', days)}
    </Fact>
  )
}

const most = 12

/**
 * How many payments a pause can skip. At least one, because the server explains why a very long period cannot be
 * paused.
 */
function mostLeftOut(subscription: SubscriptionWire, next: string): number {
  const from = Date.parse(next)
  const fits = (count: number) => cycleStart(subscription, from, count) - from <= longestPause
  return Array.from({ length: most }, (_, index) => index + 1).findLast(fits) ?? 1
}

/** Pauses a subscription for its buyer, or undoes the pause before it begins. */
export function PauseButtons({ saleId, subscription }: Paused & { readonly saleId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const mayPause = useMayCall()(subscriptionsContract.pauseSaleSubscription)
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(subscriptionsContract.unpauseSaleSubscription, { params: { id: saleId } }),
    onSuccess: () => toast.success(t('Pause taken back')),
    onError: (error) => toast.error(errorMessage(error, noAnswer())),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sales'] }),
  })
  const { pause, status, cancelAfter, nextChargeAt } = subscription
  if (!mayPause || nextChargeAt === null) return null
  if (pause !== null)
    return pause.hasBegun ? null : (
      <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
        {t('Undo the pause')}
      </Button>
    )
  if (status !== 'active' || cancelAfter > 0) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('Pause subscription')}
      </Button>
      <PauseDialog
        saleId={saleId}
        next={nextChargeAt}
        atMost={mostLeftOut(subscription, nextChargeAt)}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

type DialogProps = {
  readonly saleId: string
  readonly next: string
  readonly atMost: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

function PauseDialog({ saleId, next, atMost, isOpen, onClose }: DialogProps) {
  const [payments, setPayments] = useState('1')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      call(subscriptionsContract.pauseSaleSubscription, {
        params: { id: saleId },
        body: { payments: Number(payments), next },
      }),
    onSuccess: () => {
      toast.success(t('Subscription paused'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sales'] }),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Pause subscription')}
      description={t(
        'The buyer keeps what is paid. After that, nothing is charged and the form’s files are closed until it continues automatically. We email the buyer, who can continue earlier or cancel.',
      )}
    >
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Select
          label={t('Payments left out')}
          value={payments}
          onChange={({ target: { value } }) => setPayments(value)}
          options={Array.from({ length: atMost }, (_, index) => `${index + 1}`).map((value) => ({
            value,
            label: value,
          }))}
          hint={t('A pause can last up to a year.')}
          error={error === null || isPending ? undefined : errorMessage(error, noAnswer())}
        />
        <DialogEnd>
          <Button variant="secondary" type="button" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('Pause subscription')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}

function noAnswer(): string {
  return t('The server did not respond. Try again: it is safe to repeat.')
}
