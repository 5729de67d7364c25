import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { subscriptionsContract } from '#payments/subscriptions/contract.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { When } from '#web/kit/layout/when.tsx'
import type { Sale, SaleDetail } from '../contract.ts'

export function RenewalBadge({ renewal }: { readonly renewal: Sale['unpaidRenewal'] }) {
  return renewal === null ? null : <Badge tone="danger">{t('Renewal failed')}</Badge>
}

/** A failed renewal with its next retry and the seller's options. */
export function UnpaidRenewal({ sale }: { readonly sale: SaleDetail }) {
  const { unpaidRenewal: renewal, buyerLink } = sale
  const mayTry = useMayCall()(subscriptionsContract.collectSaleSubscription)
  if (renewal === null) return null
  return (
    <div className="mt-5 grid gap-4 rounded-2xl bg-danger-soft p-4">
      <p className="text-pretty">
        {renewal.failedAt === null
          ? t('The last renewal failed.')
          : rich('Renewal failed on {time}.', { time: <When at={renewal.failedAt} /> })}{' '}
        {renewal.nextTryAt === null
          ? t('There are no more automatic retries.')
          : rich('Next retry: {time}.', { time: <When at={renewal.nextTryAt} /> })}{' '}
        {t('We asked the buyer to update their card.')}
      </p>
      <div className="flex flex-wrap gap-3">
        {mayTry && <TryNow saleId={sale.id} />}
        {buyerLink !== null && (
          <Button variant="secondary" onClick={() => void copyText(buyerLink, linkMessages())}>
            <Copy aria-hidden className="size-4.5" />
            {t('Copy card update link')}
          </Button>
        )}
      </div>
    </div>
  )
}

function TryNow({ saleId }: { readonly saleId: string }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => call(subscriptionsContract.collectSaleSubscription, { params: { id: saleId } }),
    onSuccess: () => toast.success(t('Renewal paid')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sales'] }),
  })
  return (
    <>
      <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
        {t('Retry now')}
      </Button>
      {error !== null && !isPending && (
        <p role="alert" className="order-last w-full font-medium text-pretty text-danger">
          {errorMessage(error, t('The server did not respond. Try again: it is safe to repeat.'))}
        </p>
      )}
    </>
  )
}
