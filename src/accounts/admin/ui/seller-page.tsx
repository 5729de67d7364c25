import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { listText } from '#foundation/language/list.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { catalogue } from '#accounts/billing/catalogue.ts'
import { monthly } from '#accounts/billing/ui/plan-words.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { suspensionsContract } from '#accounts/suspensions/contract.ts'
import { SuspendDialog, LiftDialog } from '#accounts/suspensions/ui/suspension-dialogs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Loaded } from '#web/kit/list/loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Day, When } from '#web/kit/layout/when.tsx'
import type { ShopInFull } from '../contract.ts'
import { sellerQuery, sellersKey } from './queries.ts'
import { onboardingWords, SellerBadges } from './seller-words.tsx'

/** One shop as operators see it, with the button that suspends it. */
export function SellerPage() {
  const { id = '' } = useParams()
  return (
    <Loaded title={t('Seller')} query={useQuery(sellerQuery(id))} listPath="/admin/sellers">
      {(seller) => <ShownSeller seller={seller} />}
    </Loaded>
  )
}

function ShownSeller({ seller }: { readonly seller: ShopInFull }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const mayCall = useMayCall()
  const { isSuspended } = seller
  const dialog = { seller, isOpen: isAsking, onClose: () => setIsAsking(false) }
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: sellersKey })
    await queryClient.invalidateQueries({ queryKey: rightsQuery.queryKey })
  }
  return (
    <Page
      title={seller.name}
      lead={rich('Since {time}', { time: <When at={seller.createdAt} /> })}
      actions={
        mayCall(suspensionsContract.suspendSeller) ? (
          <Button variant={isSuspended ? 'primary' : 'secondary'} onClick={() => setIsAsking(true)}>
            {isSuspended ? t('Lift suspension') : t('Suspend')}
          </Button>
        ) : undefined
      }
    >
      <AdminTabs />
      <p className="mb-6 flex flex-wrap gap-1.5">
        <SellerBadges seller={seller} />
      </p>
      <div className="grid gap-6">
        <Facts seller={seller} />
        <Suspensions seller={seller} />
      </div>
      {isSuspended ? (
        <LiftDialog {...dialog} onLifted={refresh} />
      ) : (
        <SuspendDialog {...dialog} onSuspended={refresh} />
      )}
    </Page>
  )
}

function Facts({ seller }: { readonly seller: ShopInFull }) {
  const { owner, onboardingStatus, stripeAccountId, accountCountry, subscription } = seller
  return (
    <Section title={t('Shop')} lead={t('Owner, plan and Stripe account.')}>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={t('Owner')}>
          {owner === null ? (
            t('No members left')
          ) : (
            <Link
              to={`/admin/users/${owner.id}`}
              className="rounded break-all underline underline-offset-4 hover:text-brand"
            >
              {owner.name.trim() === '' ? owner.email : `${owner.name} (${owner.email})`}
            </Link>
          )}
        </Fact>
        <Fact name={t('Plan')}>
          {subscription === null ? t('None') : <PlanText subscription={subscription} />}
        </Fact>
        <Fact name={t('Onboarding')}>{onboardingWords(onboardingStatus)}</Fact>
        <Fact name={t('Stripe account')}>
          {stripeAccountId === null ? (
            t('Not connected')
          ) : (
            <>
              <code className="text-sm break-all">{stripeAccountId}</code>
              {accountCountry !== null && `, ${accountCountry.toUpperCase()}`}
            </>
          )}
        </Fact>
      </dl>
    </Section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  )
}

type PlanProps = { readonly subscription: NonNullable<ShopInFull['subscription']> }

function PlanText({ subscription }: PlanProps) {
  const { plan, status, amount, currency, trialEnd, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  const isTrial = status === 'trialing' || (status === 'creating' && trialEnd !== null)
  const until = isTrial ? trialEnd : currentPeriodEnd
  const facts = listText(
    [catalogue[plan].name, monthly(amount, currency), isTrial ? t('trial') : status.replaceAll('_', ' ')],
    'unit',
  )
  if (until === null) return facts
  const day = <Day at={until} />
  return cancelAtPeriodEnd
    ? rich('{facts} until {day}, then it ends', { facts, day })
    : rich('{facts} until {day}', { facts, day })
}

function Suspensions({ seller: { suspensions } }: { readonly seller: ShopInFull }) {
  return (
    <Section
      title={t('Suspensions')}
      lead={t('While a shop is suspended, no one can buy from it. The audit log shows who suspended it.')}
    >
      {suspensions.length === 0 ? (
        <p className="text-muted">{t('This shop has never been suspended.')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {suspensions.map(({ id, reason, suspendedAt, liftedAt }) => (
            <li key={id} className="grid gap-1 py-3">
              <p className="break-words whitespace-pre-line">{reason}</p>
              <p className="text-sm text-muted">
                {liftedAt === null
                  ? rich('{start}, still suspended', { start: <When at={suspendedAt} /> })
                  : rich('{start} to {end}', {
                      start: <When at={suspendedAt} />,
                      end: <When at={liftedAt} />,
                    })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
