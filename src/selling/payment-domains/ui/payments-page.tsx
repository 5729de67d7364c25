import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { methodName } from '#payments/purchases/charge/paid-with.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { lookUp } from '#foundation/values/look-up.ts'
import { paymentDomainsContract, type PaymentDomain, type WaysToPay } from '../contract.ts'
import { useRegisterDomain, waysToPayQuery } from './queries.ts'

/** Where the provider turns methods on and off. */
const atProvider = 'https://dashboard.stripe.com/settings/payment_methods'

/** How buyers can pay, and where wallets are shown. What is on is decided at the provider alone. */
export function PaymentsPage() {
  return (
    <SettingsSubpage
      title="Payments"
      lead="How your buyers can pay. Your Stripe account decides what is on; every form offers it by itself."
      query={useQuery(waysToPayQuery)}
      loading={{ label: 'Loading the payment methods', blocks: ['h-72', 'h-48'] }}
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

/** Where each is offered, as far as it is not everywhere. */
const places: Readonly<Record<string, string>> = {
  card: 'Everywhere. Apple Pay and Google Pay pay by card too, on the sites below.',
  link: 'Everywhere. Buyers who have it do not have to type anything.',
  sepa_debit: 'For prices in euros. A payment takes days, and buyers can take it back for eight weeks.',
  ideal: 'For prices in euros that are paid once, but not where a form is part of another site.',
  bancontact: 'For prices in euros that are paid once, but not where a form is part of another site.',
  eps: 'For prices in euros that are paid once, but not where a form is part of another site.',
  p24: 'For prices in euros and złoty that are paid once, but not where a form is part of another site.',
}

function Methods({ methods }: Pick<WaysToPay, 'methods'>) {
  return (
    <Section title="Payment methods" lead="What your Stripe account has on, and where buyers are offered it.">
      {methods === null || methods.length === 0 ? (
        <p className="text-muted">
          {methods === null
            ? 'Nothing is known of your Stripe account yet.'
            : 'Your Stripe account takes no payments at the moment.'}{' '}
          <Link to="/billing" className="link">
            See how it stands
          </Link>
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {methods.map((type) => (
            <li key={type} className="flex items-start gap-4 py-3 first:pt-0">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{methodName(type) ?? type.replaceAll('_', ' ')}</p>
                <p className="text-pretty text-muted">
                  {lookUp(places, type) ?? 'Where the price’s currency and the buyer’s country fit.'}
                </p>
              </div>
              <Badge tone="success">On</Badge>
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
        Change them at Stripe
        <ArrowUpRight aria-hidden className="size-4.5" />
      </a>
    </Section>
  )
}

const states = {
  active: { tone: 'success', label: 'Shown' },
  pending: { tone: 'neutral', label: 'Being registered' },
  inactive: { tone: 'warning', label: 'Not shown' },
} as const satisfies Record<PaymentDomain['status'], { tone: Tone; label: string }>

function Domains({ domains }: Pick<WaysToPay, 'domains'>) {
  const { mutate, isPending, variables } = useRegisterDomain()
  const mayRegister = useMayCall()(paymentDomainsContract.registerDomain)
  const sorted = domains.toSorted(
    (a, b) => Number(b.isOurs) - Number(a.isOurs) || a.domain.localeCompare(b.domain),
  )
  return (
    <Section
      title="Apple Pay, Google Pay and Link"
      lead="Wallets are shown only on sites that are registered with your account. We register our own, and each site that your forms may be shown on."
    >
      <p className="text-pretty text-muted">
        A site of yours that is not shown yet has to have{' '}
        <a href={fileAtProvider} target="_blank" rel="noreferrer" className="link">
          Stripe’s file for Apple Pay
        </a>{' '}
        at <code className="wrap-anywhere">/.well-known/apple-developer-merchantid-domain-association</code>.
      </p>
      {sorted.length === 0 ? (
        <p className="text-muted">
          No site is registered yet. Ours is within minutes of your account taking payments.
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {sorted.map(({ domain, status, isOurs }) => (
            <li key={domain} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{domain}</span>
                {isOurs && <span className="text-muted"> · your payment pages</span>}
              </p>
              <Badge tone={states[status].tone}>{states[status].label}</Badge>
              {status !== 'active' && mayRegister && (
                <Button
                  variant="secondary"
                  isBusy={isPending && variables === domain}
                  isWaiting={isPending && variables !== domain}
                  onClick={() => mutate(domain)}
                  aria-label={`Register ${domain}`}
                >
                  Register
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
