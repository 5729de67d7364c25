import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ForOwners } from '#accounts/settings/ui/seller-form.tsx'
import { Button } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { consumerLawContract, type SellerPolicyWire } from '../contract.ts'
import { asksForConsent, lawOf } from '../laws.ts'
import { BuyersView } from './buyers-view.tsx'
import { PolicyWizard } from './policy-wizard.tsx'
import { policyQuery } from './queries.ts'

/** How the shop takes withdrawals: what buyers see of it, and three questions to set it by. */
export function PolicyPage() {
  const { data, error, isFetching, refetch } = useQuery(policyQuery)
  return (
    <Page
      title="Withdrawal policy"
      width="narrow"
      lead="Consumers in the EU and other countries may withdraw from what they buy online. Three questions settle what your buyers are told and asked."
    >
      <Link
        to="/settings"
        className="mb-6 -ml-2 inline-flex min-h-10 items-center gap-2 rounded-lg px-2 font-medium text-muted hover:text-brand"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Settings
      </Link>
      {data !== undefined ? (
        <Policy key={data.policy?.createdAt} wire={data} />
      ) : error === null ? (
        <Skeleton label="Loading the policy" blocks={['h-96']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Policy({ wire }: { readonly wire: SellerPolicyWire }) {
  const [isAsking, setIsAsking] = useState(false)
  const mayChange = useMayCall()(consumerLawContract.savePolicy)
  const { policy } = wire
  if (isAsking) return <PolicyWizard wire={wire} onCancel={() => setIsAsking(false)} />
  return (
    <div className="grid gap-6">
      {policy === null ? <Unset wire={wire} /> : <BuyersView policy={policy} title="What your buyers see" />}
      {mayChange ? (
        <div>
          <Button onClick={() => setIsAsking(true)}>
            {policy === null ? 'Answer three questions' : 'Change'}
          </Button>
        </div>
      ) : (
        <ForOwners />
      )}
    </div>
  )
}

function Unset({ wire: { country } }: { readonly wire: SellerPolicyWire }) {
  return (
    <section className="panel grid gap-3 p-5 text-pretty sm:p-7">
      <h2 className="text-xl font-semibold">You have set nothing yet</h2>
      <p>
        Until you do, your buyers have the days that the law gives them, 14 in the EU, and money goes back at
        once when they withdraw. Of a service that they have asked to begin early, you say first how much was
        performed. A form that gives files counts as digital content, any other as a service.
      </p>
      <p className="text-muted">
        {lawOf(country) === null
          ? 'Your country gives buyers no right to withdraw from what they buy online, so they are told of none. A consumer in the EU may have one all the same: what they state waits for you in Sales → Withdrawals.'
          : asksForConsent(country)
            ? 'Your country is in Europe, so buyers are asked for their consent to an early start.'
            : 'Buyers are asked for their consent to an early start where your country is in Europe: that of your invoice details, else that of your Stripe account.'}
      </p>
    </section>
  )
}
