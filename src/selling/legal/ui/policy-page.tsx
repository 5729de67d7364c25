import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ForOwners } from '#web/kit/form/settings-form.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { consumerLawContract, type SellerPolicyWire } from '#buying/consumer-law/contract.ts'
import { asksForConsent, lawOf } from '#buying/consumer-law/laws.ts'
import { Facts } from './facts.tsx'
import { BuyersView } from './buyers-view.tsx'
import { PolicyWizard } from './policy-wizard.tsx'
import { policyQuery } from './queries.ts'
import { rightByLaw } from './right-by-law.ts'

export function PolicyPage() {
  return (
    <LoadedSettingsPage
      back={{ to: '/settings/legal', label: t('Legal') }}
      title={t('Withdrawal policy')}
      lead={t(
        'Consumers in the EU and some other countries can withdraw from online purchases. Answer three questions to set what your buyers see.',
      )}
      query={useQuery(policyQuery)}
      loading={{ label: t('Loading the policy'), blocks: ['h-96'] }}
    >
      {(data) => <Policy key={data.policy?.createdAt} wire={data} />}
    </LoadedSettingsPage>
  )
}

function Policy({ wire }: { readonly wire: SellerPolicyWire }) {
  const [isAsking, setIsAsking] = useState(false)
  const mayChange = useMayCall()(consumerLawContract.savePolicy)
  const { policy } = wire
  if (isAsking) return <PolicyWizard wire={wire} onCancel={() => setIsAsking(false)} />
  const change = mayChange && (
    <Button variant={policy === null ? 'primary' : 'secondary'} onClick={() => setIsAsking(true)}>
      {policy === null ? t('Answer three questions') : t('Change')}
    </Button>
  )
  return (
    <div className="grid gap-6">
      {policy === null ? (
        <Unset wire={wire} action={change} />
      ) : (
        <BuyersView policy={policy} title={t('What your buyers see')} action={change} />
      )}
      {!mayChange && <ForOwners />}
    </div>
  )
}

type UnsetProps = { readonly wire: SellerPolicyWire; readonly action: ReactNode }

/** The rules that apply until the seller has chosen some. */
function Unset({ wire: { country }, action }: UnsetProps) {
  const rules =
    lawOf(country) === null
      ? [
          [t('Your pages'), t('Nothing mentions a right to withdraw.')],
          [
            t('Withdrawals'),
            t('If a buyer withdraws anyway, the statement waits for you under Sales › Withdrawals.'),
          ],
        ]
      : [
          [
            t('Refund'),
            t(
              'Right away and automatically. If a service has begun, you first enter how much you performed.',
            ),
          ],
          [t('Kind of sale'), t('Forms with files count as digital content, all others as services.')],
          [
            t('Early start'),
            asksForConsent(country)
              ? t('Your country is in Europe, so buyers are asked to agree to it.')
              : t(
                  'Buyers are asked to agree to it if your country is in Europe. We use the country in your invoice details, or else the one in your Stripe account.',
                ),
          ],
        ]
  return (
    <Section title={t('No policy yet')} lead={rightByLaw(country)} action={action}>
      <Facts facts={rules} />
    </Section>
  )
}
