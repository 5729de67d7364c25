import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Legal } from '#accounts/shop/ui/legal-form.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { consumerLawContract, type SellerPolicyWire } from '#buying/consumer-law/contract.ts'
import { Facts } from './facts.tsx'
import { OwnNumber } from './own-number.tsx'
import { answerOptions, sellsOptions } from './policy-wizard.tsx'
import { policyQuery } from './queries.ts'
import { rightByLaw } from './right-by-law.ts'

export function LegalPage() {
  const policy = useQuery(policyQuery)
  return (
    <SettingsPage
      title={t('Legal')}
      lead={t('Your withdrawal policy, your terms, and the seller on invoices.')}
    >
      {policy.data === undefined ? (
        <NotLoaded query={policy} label={t('Loading the policy')} blocks={['h-40']} />
      ) : (
        <PolicySection wire={policy.data} />
      )}
      <Legal numberState={<OwnNumber />} />
      <a
        href="/help/accessibility"
        target="_blank"
        rel="noreferrer"
        className="link justify-self-start text-sm"
      >
        {t('Accessibility statement for your pages')}
      </a>
    </SettingsPage>
  )
}

function PolicySection({ wire: { policy, country } }: { readonly wire: SellerPolicyWire }) {
  const mayChange = useMayCall()(consumerLawContract.savePolicy)
  return (
    <Section
      title={t('Withdrawal policy')}
      lead={
        policy === null
          ? `${t('Not set.')} ${rightByLaw(country)}`
          : t('The text buyers read and agree to about withdrawing from a purchase.')
      }
      action={
        <Link to="/settings/policy" className={buttonClass('secondary')}>
          {policy === null && mayChange ? t('Set your policy') : t('See your policy')}
        </Link>
      }
    >
      {policy !== null && (
        <Facts
          facts={[
            [t('You sell'), labelOf(sellsOptions(), policy.sells)],
            [t('Period'), t('{days, plural, one {# day} other {# days}}', { days: policy.withdrawalDays })],
            [t('Refund'), labelOf(answerOptions(), policy.onWithdrawal)],
          ]}
        />
      )}
    </Section>
  )
}

function labelOf(options: readonly (readonly [string, string, string])[], chosen: string): string {
  return options.find(([value]) => value === chosen)?.[1] ?? ''
}
