import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ForOwners } from '#web/kit/form/seller-form.tsx'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { consumerLawContract, type SellerPolicyWire } from '../contract.ts'
import { asksForConsent, lawOf } from '../laws.ts'
import { BuyersView } from './buyers-view.tsx'
import { PolicyWizard } from './policy-wizard.tsx'
import { policyQuery } from './queries.ts'

export function PolicyPage() {
  return (
    <SettingsSubpage
      title={t('Withdrawal policy')}
      lead={t(
        'Consumers in the EU and some other countries can withdraw from online purchases. Answer three questions to set what your buyers see.',
      )}
      query={useQuery(policyQuery)}
      loading={{ label: t('Loading the policy'), blocks: ['h-96'] }}
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
      {policy === null ? (
        <Unset wire={wire} />
      ) : (
        <BuyersView policy={policy} title={t('What your buyers see')} />
      )}
      {mayChange ? (
        <div>
          <Button onClick={() => setIsAsking(true)}>
            {policy === null ? t('Answer three questions') : t('Change')}
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
      <h2 className="text-xl font-semibold">{t('No policy yet')}</h2>
      <p>
        {t(
          'Until you set one, your buyers have the legal period (14 days in the EU) and are refunded automatically when they withdraw. If they asked you to start a service early, you first enter how much was performed. Forms with files count as digital content, all others as services.',
        )}
      </p>
      <p className="text-muted">
        {lawOf(country) === null
          ? t(
              'Your country gives buyers no right to withdraw from online purchases, so your pages do not mention one. Consumers in the EU may still have it. Their statements wait for you under Sales → Withdrawals.',
            )
          : asksForConsent(country)
            ? t('Because your country is in Europe, buyers are asked to agree to an early start.')
            : t(
                'Buyers are asked to agree to an early start if your country is in Europe. We use the country in your invoice details, or else the one in your Stripe account.',
              )}
      </p>
    </section>
  )
}
