import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { methodName } from '#payments/purchases/charge/paid-with.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { lookUp } from '#foundation/values/look-up.ts'
import { paymentDomainsContract, type PaymentDomain, type WaysToPay } from '../contract.ts'
import { useRegisterDomain, waysToPayQuery } from './queries.ts'

/** Where Stripe turns methods on and off. */
const atProvider = 'https://dashboard.stripe.com/settings/payment_methods'

/** How buyers can pay, and where wallets are shown. Methods are enabled in Stripe only. */
export function PaymentsPage() {
  return (
    <SettingsSubpage
      title={t('Payments')}
      lead={t('Payment methods come from your Stripe account and appear on all your forms automatically.')}
      query={useQuery(waysToPayQuery)}
      loading={{ label: t('Loading the payment methods'), blocks: ['h-72', 'h-48'] }}
    >
      {(data) => (
        <div className="grid gap-6">
          <Methods methods={data.methods} />
          <Domains domains={data.domains} />
        </div>
      )}
    </SettingsSubpage>
  )
}

/** Where each method is offered. */
const places: Readonly<Record<string, string>> = {
  card: 'All forms. Includes Apple Pay and Google Pay on the sites below.',
  link: 'All forms. Buyers with Link do not need to type anything.',
  sepa_debit: 'Prices in euros. Payments take a few days, and buyers can reverse them for eight weeks.',
  ideal: 'One-time prices in euros. Not on embedded forms.',
  bancontact: 'One-time prices in euros. Not on embedded forms.',
  eps: 'One-time prices in euros. Not on embedded forms.',
  p24: 'One-time prices in euros and złoty. Not on embedded forms.',
}

function Methods({ methods }: Pick<WaysToPay, 'methods'>) {
  return (
    <Section
      title={t('Payment methods')}
      lead="Payment methods enabled in Stripe, and where buyers see them."
    >
      {methods === null || methods.length === 0 ? (
        <p className="text-muted">
          {methods === null
            ? t('We have not loaded your Stripe account yet.')
            : t('Your Stripe account cannot accept payments right now.')}{' '}
          <Link to="/billing" className="link">
            {t('View status')}
          </Link>
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {methods.map((type) => (
            <li key={type} className="flex items-start gap-4 py-3 first:pt-0">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{methodName(type) ?? type.replaceAll('_', ' ')}</p>
                <p className="text-pretty text-muted">
                  {lookUp(places, type) ?? t('Depends on the currency and the buyer’s country.')}
                </p>
              </div>
              <Badge tone="success">{t('On')}</Badge>
            </li>
          ))}
        </ul>
      )}
      <a
        href={atProvider}
        target="_blank"
        rel="noreferrer"
        className={`justify-self-start ${buttonClass('secondary')}`}
      >
        Manage in Stripe
        <ArrowUpRight aria-hidden className="size-4.5" />
      </a>
    </Section>
  )
}

const states = {
  active: { tone: 'success', label: 'Active' },
  pending: { tone: 'neutral', label: 'Registering' },
  inactive: { tone: 'warning', label: 'Inactive' },
} as const satisfies Record<PaymentDomain['status'], { tone: Tone; label: string }>

function Domains({ domains }: Pick<WaysToPay, 'domains'>) {
  const { mutate, isPending, variables } = useRegisterDomain()
  const mayRegister = useMayCall()(paymentDomainsContract.registerDomain)
  const sorted = domains.toSorted(
    (a, b) => Number(b.isOurs) - Number(a.isOurs) || a.domain.localeCompare(b.domain),
  )
  return (
    <Section
      title={t('Apple Pay, Google Pay and Link')}
      lead={t(
        'Wallets only appear on registered sites. We register Tillform and your allowed sites for you.',
      )}
    >
      <p className="text-pretty text-muted">
        If your site is missing or not active, upload{' '}
        <a href={fileAtProvider} target="_blank" rel="noreferrer" className="link">
          {t('Stripe’s file for Apple Pay')}
        </a>{' '}
        to <code className="wrap-anywhere">/.well-known/apple-developer-merchantid-domain-association</code>.
      </p>
      {sorted.length === 0 ? (
        <p className="text-muted">
          {t('No sites yet. We register Tillform within minutes of your account accepting payments.')}
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {sorted.map(({ domain, status, isOurs }) => (
            <li key={domain} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{domain}</span>
                {isOurs && <span className="text-muted"> {t('· your payment pages')}</span>}
              </p>
              <Badge tone={states[status].tone}>{states[status].label}</Badge>
              {status !== 'active' && mayRegister && (
                <Button
                  variant="secondary"
                  isBusy={isPending && variables === domain}
                  isWaiting={isPending && variables !== domain}
                  onClick={() => mutate(domain)}
                  aria-label={t('Register {domain}', { domain })}
                >
                  {t('Register')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const fileAtProvider = 'https://stripe.com/files/apple-pay/apple-developer-merchantid-domain-association'
