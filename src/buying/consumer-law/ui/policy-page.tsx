import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ForOwners } from '#web/kit/form/seller-form.tsx'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { consumerLawContract, type SellerPolicyWire } from '../contract.ts'
import { asksForConsent, lawOf } from '../laws.ts'
import { BuyersView } from './buyers-view.tsx'
import { PolicyWizard } from './policy-wizard.tsx'
import { policyQuery } from './queries.ts'

/** How the shop takes withdrawals: what buyers see of it, and three questions to set it by. */
export function PolicyPage() {
  return (
    <SettingsSubpage
      title="Withdrawal policy"
      lead="Consumers in the EU and other countries may withdraw from what they buy online. Three questions settle what your buyers are told and asked."
      query={useQuery(policyQuery)}
      loading={{ label: 'Loading the policy', blocks: ['h-96'] }}
    >
      {(data) => <Policy key={data.policy?.createdAt} wire={data} />}
    </SettingsSubpage>
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
        once when they withdraw. For a service that they have asked to begin early, you first say how much was
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
