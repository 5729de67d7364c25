import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { When } from '#web/kit/layout/when.tsx'
import { customersContract, type CustomerDetail } from '../contract.ts'
import { CustomerActions } from './customer-actions.tsx'
import { customerQuery } from './queries.ts'
import { ValueChart } from './value-chart.tsx'
import { Timeline } from './timeline.tsx'
import { countryText, nameOf, valueTexts } from './value-text.ts'

export function CustomerPage() {
  const { id = '' } = useParams()
  const query = useQuery(customerQuery(id))
  const { data } = query
  return (
    <Page
      back={{ to: '/customers', label: t('Customers') }}
      title={data === undefined ? t('Customer') : nameOf(data)}
      lead={
        data && (
          <a
            translate="no"
            href={mailLink(data.email)}
            className="wrap-anywhere underline underline-offset-4"
          >
            {data.email}
          </a>
        )
      }
      actions={data && <CustomerActions customer={data} />}
    >
      {data !== undefined ? (
        <Record customer={data} />
      ) : (
        <NotLoaded query={query} blocks={['h-40', 'h-96']} listPath="/customers" />
      )}
    </Page>
  )
}

function Record({ customer }: { readonly customer: CustomerDetail }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Timeline customer={customer} />
      <div className="grid grid-cols-1 gap-6 max-lg:-order-1">
        <Facts customer={customer} />
        <Subscriptions customer={customer} />
        <SamePerson customer={customer} />
      </div>
    </div>
  )
}

function Facts({ customer }: { readonly customer: CustomerDetail }) {
  const { id, purchases, country, firstPaidAt, lastPaidAt, tags } = customer
  return (
    <section aria-label={t('Facts')} className="panel grid gap-6 p-5 sm:p-7">
      <dl className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <Fact name={t('Value')}>
          {valueTexts(customer).map((text) => (
            <span key={text} className="block text-2xl font-semibold tabular-nums">
              {text}
            </span>
          ))}
          <span className="block text-sm text-muted">{t('Total paid, minus refunds.')}</span>
        </Fact>
        <Fact name={t('Purchases')}>
          <Link to={`/sales?customer=${id}`} className="text-brand underline underline-offset-4">
            {t('{purchases, plural, one {# purchase} other {# purchases}}', { purchases })}
          </Link>
        </Fact>
        <Fact name={t('Customer since')}>
          <When at={firstPaidAt} />
        </Fact>
        {lastPaidAt !== null && (
          <Fact name={t('Last purchase')}>
            <When at={lastPaidAt} />
          </Fact>
        )}
        {country !== null && <Fact name={t('Country')}>{countryText(country)}</Fact>}
        {tags.length > 0 && (
          <Fact name={t('Tags')}>
            <span className="mt-1 flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <Link key={tag} to={`/customers?${new URLSearchParams({ tag }).toString()}`}>
                  <Badge tone="brand">
                    <span className="whitespace-normal wrap-anywhere">{tag}</span>
                  </Badge>
                </Link>
              ))}
            </span>
          </Fact>
        )}
      </dl>
      <ValueChart customer={customer} />
    </section>
  )
}

function Subscriptions({ customer }: { readonly customer: CustomerDetail }) {
  if (customer.subscriptions.length === 0) return null
  return (
    <section aria-labelledby="subscriptions" className="panel p-5 sm:p-7">
      <h2 id="subscriptions" className="text-xl font-semibold">
        {t('Subscriptions')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {customer.subscriptions.map(({ orderId, subscription }) => (
          <li key={orderId} className="grid gap-0.5">
            <Link
              to={`/sales/${orderId}`}
              className="font-medium wrap-anywhere text-brand underline underline-offset-4"
            >
              {subscription.title}
            </Link>
            <span translate="no" className="tabular-nums">
              {formatAmount(subscription.total, subscription.currency)}
            </span>
            <span className="text-sm text-muted">
              <Standing subscription={subscription} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Subscription = CustomerDetail['subscriptions'][number]['subscription']

function Standing({ subscription }: { readonly subscription: Subscription }) {
  const { status, needsCard, nextChargeAt, endsAt } = subscription
  if (needsCard) return t('The last payment was declined')
  if (nextChargeAt !== null) return rich('Next payment {time}', { time: <When at={nextChargeAt} /> })
  if (endsAt === null) return t('No further payments')
  const time = <When at={endsAt} />
  return status === 'canceled' ? rich('Ended {time}', { time }) : rich('Ends {time}', { time })
}

function SamePerson({ customer }: { readonly customer: CustomerDetail }) {
  const { merged, twins } = customer
  if (merged.length + twins.length === 0) return null
  return (
    <section aria-labelledby="same-person" className="panel grid gap-5 p-5 sm:p-7">
      <h2 id="same-person" className="text-xl font-semibold">
        {t('Possible duplicate')}
      </h2>
      {twins.length > 0 && (
        <div className="grid gap-2">
          <p className="text-muted">
            {t(
              '{count, plural, one {This looks like the same person.} other {These look like the same person.}} Merge only if you are sure.',
              { count: twins.length },
            )}
          </p>
          <ul className="grid gap-2">
            {twins.map(({ id, email }) => (
              <li key={id}>
                <Link
                  to={`/customers/${id}`}
                  translate="no"
                  className="wrap-anywhere text-brand underline underline-offset-4"
                >
                  {email}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {merged.length > 0 && (
        <ul className="grid gap-4">
          {merged.map((gone) => (
            <MergedCustomer key={gone.id} keptId={customer.id} gone={gone} />
          ))}
        </ul>
      )}
    </section>
  )
}

type MergedProps = { readonly keptId: string; readonly gone: CustomerDetail['merged'][number] }

function MergedCustomer({ keptId, gone }: MergedProps) {
  const queryClient = useQueryClient()
  const mayUndo = useMayCall()(customersContract.undoCustomerMerge)
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(customersContract.undoCustomerMerge, { params: { id: keptId, goneId: gone.id } }),
    onSuccess: () => toast.success(t('Merge undone')),
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['customers'] }),
  })
  return (
    <li className="grid justify-items-start gap-1">
      <span translate="no" className="wrap-anywhere">
        {gone.email}
      </span>
      <span className="text-sm text-muted">
        {rich('Merged {time}', { time: <When at={gone.mergedAt} /> })}
      </span>
      {mayUndo && gone.undoableUntil !== null && (
        <Button
          variant="secondary"
          isBusy={isPending}
          aria-label={t('Undo the merge with {email}', { email: gone.email })}
          onClick={() => mutate()}
        >
          {t('Undo')}
        </Button>
      )}
    </li>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}
