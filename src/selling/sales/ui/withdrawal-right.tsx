import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'
import { deliveryDays } from '#buying/consumer-law/delivery-days.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'
import { saleQuery } from './queries.ts'

/** The buyer's withdrawals, and the remaining right to withdraw. */
export function WithdrawalRight({ sale }: { readonly sale: SaleDetail }) {
  if (sale.withdrawal === null) return null
  const { right, made, isGoods, deliveredOn } = sale.withdrawal
  if (right === null && made.length === 0) return null
  return (
    <section aria-labelledby="withdrawal-right" className="panel grid gap-4 p-5 sm:p-7">
      <h2 id="withdrawal-right" className="text-xl font-semibold">
        {t('Right of withdrawal')}
      </h2>
      {[...made, right]
        .filter((text) => text !== null)
        .map((text) => (
          <p key={text} className="text-pretty">
            <span className="text-muted">{t('What the buyer sees:')}</span> {text}
          </p>
        ))}
      {made.length > 0 && (
        <Link to="/sales/withdrawals" className="link justify-self-start">
          {t('Go to withdrawals')}
        </Link>
      )}
      {isGoods && <Delivery key={deliveredOn} id={sale.id} soldAt={sale.createdAt} on={deliveredOn} />}
    </section>
  )
}

/** What the buyer agreed to before paying, word for word. */
export function Agreements({ sale }: { readonly sale: SaleDetail }) {
  const consents = sale.withdrawal?.consents ?? []
  if (consents.length === 0) return null
  return (
    <section aria-labelledby="agreements" className="panel grid gap-4 p-5 sm:p-7">
      <h2 id="agreements" className="text-xl font-semibold">
        {t('Agreements')}
      </h2>
      {consents.map(({ text, givenAt }) => (
        <p key={text} className="text-pretty">
          {text}{' '}
          <span className="text-sm text-muted">
            {rich('Agreed on {time}', { time: <When at={givenAt} /> })}
          </span>
        </p>
      ))}
    </section>
  )
}

type DeliveryProps = { readonly id: string; readonly soldAt: string; readonly on: string | null }

function Delivery({ id, soldAt, on }: DeliveryProps) {
  const queries = useQueryClient()
  const [day, setDay] = useState(on ?? '')
  const mayChange = useMayCall()(consumerLawContract.saveDelivery)
  const { first, last } = deliveryDays(Date.parse(soldAt), Date.now())
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: () =>
      call(consumerLawContract.saveDelivery, {
        params: { id },
        body: { deliveredOn: day === '' ? null : day },
      }),
    onSuccess: async () => {
      toast.success(t('Delivery date saved'))
      await queries.invalidateQueries({ queryKey: saleQuery(id).queryKey })
    },
  })
  return (
    <form
      noValidate
      aria-label={t('Delivery')}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <TextInput
        type="date"
        label={t('Delivery date')}
        name="deliveredOn"
        value={day}
        min={first}
        max={last}
        disabled={!mayChange}
        error={error === null ? undefined : errorMessage(error, t('The date could not be saved. Try again.'))}
        onChange={({ currentTarget }) => {
          setDay(currentTarget.value)
          reset()
        }}
      />
      {mayChange && (
        <Button type="submit" variant="secondary" isBusy={isPending}>
          {t('Save')}
        </Button>
      )}
    </form>
  )
}
