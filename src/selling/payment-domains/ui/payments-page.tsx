import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { SitesForm } from '#accounts/shop/ui/sites.tsx'
import { methodName } from '#payments/purchases/charge/paid-with.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { lookUp } from '#foundation/values/look-up.ts'
import { paymentDomainsContract, type PaymentDomain, type WaysToPay } from '../contract.ts'
import { MethodMark } from './method-mark.tsx'
import { useRegisterDomain, waysToPayQuery } from './queries.ts'

/** The page in Stripe where payment methods are turned on and off. */
const atProvider = 'https://dashboard.stripe.com/settings/payment_methods'

/** Shows how buyers can pay, and on which sites. */
export function PaymentsPage() {
  const mayReadWays = useMayCall()(paymentDomainsContract.readWaysToPay)
  const shop = useQuery(shopQuery)
  return (
    <SettingsPage
      title={t('Checkout and payments')}
      lead={t('How buyers pay on your forms, and the sites that can show them.')}
    >
      {mayReadWays && <Ways />}
      {shop.data === undefined ? (
        <NotLoaded query={shop} label={t('Loading the shop')} blocks={['h-48']} />
      ) : (
        <SitesForm shop={shop.data} />
      )}
    </SettingsPage>
  )
}

/** The payment methods, which can only be enabled in Stripe, and the sites with wallets. */
function Ways() {
  const query = useQuery(waysToPayQuery)
  if (query.data === undefined)
    return <NotLoaded query={query} label={t('Loading the payment methods')} blocks={['h-72', 'h-48']} />
  return (
    <>
      <Methods methods={query.data.methods} />
      <Domains domains={query.data.domains} />
    </>
  )
}

/** Where each payment method is offered. */
const places: Readonly<Record<string, Message>> = {
  card: msg('All forms. Includes Apple Pay and Google Pay on the sites below.'),
  link: msg('All forms. Buyers with Link do not need to type anything.'),
  sepa_debit: msg('Prices in euros. Payments take a few days, and buyers can reverse them for eight weeks.'),
  ideal: msg('One-time prices in euros. Not on embedded forms.'),
  bancontact: msg('One-time prices in euros. Not on embedded forms.'),
  eps: msg('One-time prices in euros. Not on embedded forms.'),
  p24: msg('One-time prices in euros and złoty. Not on embedded forms.'),
}

function placeText(type: string): string {
  const place = lookUp(places, type)
  return place === undefined ? t('Depends on the currency and the buyer’s country.') : say(place)
}

function Methods({ methods }: Pick<WaysToPay, 'methods'>) {
  return (
    <Section
      title={t('Payment methods')}
      lead={t('They come from your Stripe account and appear on all your forms automatically.')}
      action={
        <a href={atProvider} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          {t('Manage in Stripe')}
          <ArrowUpRight aria-hidden className="size-4.5" />
        </a>
      }
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
            <li key={type} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
              <MethodMark type={type} />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{methodName(type) ?? type.replaceAll('_', ' ')}</p>
                <p className="text-sm text-pretty text-muted">{placeText(type)}</p>
              </div>
              <Badge tone="success">{t('On')}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const states = {
  active: { tone: 'success', label: msg('Active') },
  pending: { tone: 'neutral', label: msg('Registering') },
  inactive: { tone: 'warning', label: msg('Inactive') },
} as const satisfies Record<PaymentDomain['status'], { tone: Tone; label: Message }>

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
      {sorted.length === 0 ? (
        <p className="text-muted">
          {t('No sites yet. We register Tillform within minutes of your account accepting payments.')}
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {sorted.map(({ domain, status, isOurs }) => (
            <li
              key={domain}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{domain}</span>
                {isOurs && <span className="text-muted"> {t('· your payment pages')}</span>}
              </p>
              <Badge tone={states[status].tone}>{say(states[status].label)}</Badge>
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
      <p className="text-sm text-pretty text-muted">
        {rich(
          'If your site is missing or not active, upload <file>Stripe’s file for Apple Pay</file> to {path}.',
          { file: linked, path },
        )}
      </p>
    </Section>
  )
}

const linked = (text: ReactNode) => (
  <a href={fileAtProvider} target="_blank" rel="noreferrer" className="link">
    {text}
  </a>
)

const path = <code className="wrap-anywhere">/.well-known/apple-developer-merchantid-domain-association</code>

const fileAtProvider = 'https://stripe.com/files/apple-pay/apple-developer-merchantid-domain-association'
