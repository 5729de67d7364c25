import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { msg, say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { EvidenceDownload } from '#selling/dispute-evidence/ui/evidence.tsx'
import { versionsContract } from '#selling/forms/versions/contract.ts'
import { SentTo } from '#selling/sent-events/ui/sent-to.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Day, When } from '#web/kit/layout/when.tsx'
import type { SaleDetail } from '../contract.ts'
import { Answers } from './answers.tsx'
import { CameFrom } from './came-from.tsx'
import { causeText, eventText } from './cause-words.ts'
import { Fact } from './fact.tsx'
import { InvoiceNumbers, Place, VatNumber } from './invoice-numbers.tsx'
import { DisputeBadge, Disputes, OpenDisputes } from './disputes.tsx'
import { saleQuery } from './queries.ts'
import { RefundButton, Refunds } from './refunds.tsx'
import { SaleAmount } from './sale-amount.tsx'
import { ResendReceipt } from './resend-receipt.tsx'
import { FollowUps, kindLabels, StatusBadge, statusText } from './status-badge.tsx'
import { SubscriptionSection } from './subscription-section.tsx'
import { RenewalBadge } from './unpaid-renewal.tsx'
import { Agreements, WithdrawalRight } from './withdrawal-right.tsx'
import { isRefundable } from '../withdrawal-advice.ts'
import { OpenWithdrawals } from './withdrawals/open-withdrawals.tsx'

export function SalePage() {
  const { id = '' } = useParams()
  const query = useQuery(saleQuery(id))
  const { data } = query
  const title =
    data === undefined
      ? t('Sale')
      : t('{name} · {title}', { name: data.name, title: data.offerTitle ?? data.formTitle })
  return (
    <Page back={{ to: '/sales', label: t('Sales') }} title={title} lead={data && <Lead sale={data} />}>
      {data !== undefined ? (
        <Detail sale={data} />
      ) : (
        <NotLoaded query={query} blocks={['h-72', 'h-40']} listPath="/sales" />
      )}
    </Page>
  )
}

function Lead({ sale }: { readonly sale: SaleDetail }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span translate="no" className="text-2xl font-semibold text-ink tabular-nums">
        <SaleAmount sale={sale} />
      </span>
      <StatusBadge {...sale} />
      <DisputeBadge status={sale.disputeStatus} />
      <RenewalBadge renewal={sale.unpaidRenewal} />
      {sale.kind !== 'order' && <Badge tone="neutral">{say(kindLabels[sale.kind])}</Badge>}
      <When at={sale.createdAt} />
    </span>
  )
}

/** These buttons are below the heading because it is long. An open withdrawal has its own Refund button. */
function Actions({ sale }: { readonly sale: SaleDetail }) {
  const mayCall = useMayCall()
  const isAsked = mayCall(withdrawalsContract.refundWithdrawal) && sale.openWithdrawals.some(isRefundable)
  return (
    <div className="tiles -mt-2 empty:hidden lg:col-span-2">
      {!isAsked && <RefundButton sale={sale} />}
      <ResendReceipt sale={sale} />
      {sale.invoicePath !== null && (
        <a href={sale.invoicePath} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <FileText aria-hidden className="size-4.5" />
          {t('Invoice')}
        </a>
      )}
      <EvidenceDownload sale={sale} />
    </div>
  )
}

function Detail({ sale }: { readonly sale: SaleDetail }) {
  const mayOpen = useMayCall()({ entity: 'customers', verb: 'read' })
  const { card, paymentMethodType } = sale
  const means = paidWithText({
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    paymentMethodType,
  })
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Actions sale={sale} />
      <div className="grid grid-cols-1 gap-6">
        <OpenDisputes sale={sale} />
        <OpenWithdrawals withdrawals={sale.openWithdrawals} />
        {sale.failureMessage !== null && (
          <Notice tone="danger">
            {t('Message shown to the buyer: “{message}”', { message: sale.failureMessage })}
          </Notice>
        )}
        {sale.settlesBy !== null && (
          <Notice tone="warning">
            {rich(
              'The buyer’s bank is still working on this payment, until {day} at the latest. We deliver after it is paid.',
              { day: <Day at={sale.settlesBy} /> },
            )}
          </Notice>
        )}
        <Lines sale={sale} />
        <Answers sale={sale} />
        <Disputes sale={sale} />
        <SubscriptionSection sale={sale} />
        <FollowUps sale={sale} />
        <Refunds sale={sale} />
        <WithdrawalRight sale={sale} />
        <Agreements sale={sale} />
        <section aria-label={t('Buyer and payment')} className="panel p-5 sm:p-7">
          <dl className="grid gap-5 sm:grid-cols-2">
            <Fact name={t('Buyer')}>
              {sale.customerId !== null && mayOpen ? (
                <Link
                  to={`/customers/${sale.customerId}`}
                  className="text-brand underline underline-offset-4"
                >
                  <Own>{sale.name}</Own>
                </Link>
              ) : (
                <Own>{sale.name}</Own>
              )}
            </Fact>
            {sale.email !== '' && (
              <Fact name={t('Email')}>
                <a
                  translate="no"
                  href={mailLink(sale.email)}
                  className="text-brand underline underline-offset-4"
                >
                  {sale.email}
                </a>
                {sale.mailAddress !== sale.email && (
                  <span className="block text-sm text-muted">
                    {t('Emails go to {email}', { email: sale.mailAddress })}
                  </span>
                )}
              </Fact>
            )}
            <Fact name={t('Form')}>
              <Link to={`/forms/${sale.formId}`} className="text-brand underline underline-offset-4">
                {sale.formTitle}
              </Link>
            </Fact>
            {sale.orderId !== null && (
              <Fact name={t('Part of')}>
                <Link to={`/sales/${sale.orderId}`} className="text-brand underline underline-offset-4">
                  {t('Original order')}
                </Link>
              </Fact>
            )}
            {means !== null && (
              <Fact name={sale.paidAt === null ? t('To be paid with') : t('Paid with')}>
                {means}
                {sale.takenBackUntil !== null && (
                  <span className="block text-sm text-muted">
                    {rich('The buyer can reverse it until {day}, without a reason.', {
                      day: <Day at={sale.takenBackUntil} />,
                    })}
                  </span>
                )}
              </Fact>
            )}
            {sale.source !== null && (
              <Fact name={t('Came from')}>
                <CameFrom source={sale.source} />
              </Fact>
            )}
            {sale.language !== 'en' && <Fact name={t('Bought in')}>{languageName(sale.language, 'en')}</Fact>}
            <PageAsBought sale={sale} />
            <InvoiceNumbers sale={sale} />
            <Place sale={sale} />
            <VatNumber sale={sale} />
            <Fact name={t('Stripe payment')}>
              {sale.paymentIntentId === null ? (
                t('None (free order)')
              ) : (
                <a
                  translate="no"
                  href={`https://dashboard.stripe.com/payments/${sale.paymentIntentId}`}
                  target="_blank"
                  rel="noreferrer"
                  className="font-mono text-sm wrap-anywhere text-brand underline underline-offset-4"
                >
                  {sale.paymentIntentId}
                </a>
              )}
            </Fact>
            {sale.paidAt !== null && sale.applicationFeeAmount > 0 && (
              <Fact name={t('Tillform’s fee')}>
                <Own>{formatAmount(sale.applicationFeeAmount, sale.currency)}</Own>
                <span className="block text-sm text-muted">
                  {t('Deducted from the total and returned proportionally on refunds.')}
                </span>
              </Fact>
            )}
          </dl>
        </section>
        <SentTo saleId={sale.id} />
      </div>
      <History {...sale} />
    </div>
  )
}

const kinds = { form: msg('Form'), setup: msg('Set-up fee'), bump: msg('Bump'), offer: msg('Offer') } as const

function Lines({ sale }: { readonly sale: SaleDetail }) {
  const amount = (minor: number) => formatAmount(minor, sale.currency)
  return (
    <section aria-label={t('Lines')} className="panel overflow-x-auto p-5 sm:p-7">
      <table aria-label={t('Lines')} className="w-full text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Line')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {sale.lines.map((line, index) => (
            <tr key={`${line.kind} ${line.title} ${index}`} className="border-b border-line first:*:pt-0">
              <th scope="row" className="py-3 pr-4 font-normal">
                <span className="mr-2 break-words">
                  {line.quantity > 1 && `${line.quantity} × `}
                  {line.title}
                </span>
                <Badge tone={line.kind === 'form' ? 'neutral' : 'brand'}>{say(kinds[line.kind])}</Badge>
                {line.discountAmount > 0 && (
                  <span className="block text-sm text-muted">
                    {rich('After {amount} off with {code}', {
                      amount: <Own>{amount(line.discountAmount)}</Own>,
                      code: sale.couponCode,
                    })}
                  </span>
                )}
              </th>
              <td translate="no" className="py-3 text-right align-top whitespace-nowrap tabular-nums">
                {amount(line.subtotal)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sale.taxAmount > 0 && (
            <>
              <Sum name={t('Subtotal')} amount={amount(sale.subtotal)} />
              <Sum name={t('Tax')} amount={amount(sale.taxAmount)} />
            </>
          )}
          <Sum name={t('Total')} amount={formatPrice(sale.total, sale.currency)} isTotal />
        </tfoot>
      </table>
    </section>
  )
}

type SumProps = { readonly name: string; readonly amount: string; readonly isTotal?: boolean }

function Sum({ name, amount, isTotal = false }: SumProps) {
  return (
    <tr className={isTotal ? 'text-lg font-semibold' : 'text-muted'}>
      <th scope="row" className="pt-3 font-[inherit]">
        {name}
      </th>
      <td className="pt-3 text-right whitespace-nowrap tabular-nums">{amount}</td>
    </tr>
  )
}

/** The version of the form that the buyer saw. */
function PageAsBought({ sale }: { readonly sale: SaleDetail }) {
  const { formId, formVersion, createdAt: at, language: lang } = sale
  const maySee = useMayCall()(versionsContract.getVersion)
  if (formVersion === null || !maySee) return null
  return (
    <Fact name={t('Page as bought')}>
      <Link
        to={`/forms/history/${formId}?${new URLSearchParams({ version: String(formVersion), at, lang })}`}
        className="text-brand underline underline-offset-4"
      >
        {t('Version {number}', { number: String(formVersion) })}
      </Link>
    </Fact>
  )
}

function History({ history: entries, ...cost }: Pick<SaleDetail, 'history' | 'total' | 'isFree'>) {
  return (
    <section aria-labelledby="history" className="panel p-5 sm:p-7">
      <h2 id="history" className="text-xl font-semibold">
        {t('History')}
      </h2>
      <ol className="mt-5 grid">
        {entries.map(({ status, at, cause, event }, index) => (
          <li key={`${at} ${status} ${index}`} className="relative grid gap-0.5 pb-6 pl-7 last:pb-0">
            {index < entries.length - 1 && (
              <span aria-hidden className="absolute top-2 bottom-[-0.5rem] left-[5px] w-0.5 bg-line" />
            )}
            <span
              aria-hidden
              className={`absolute top-1.5 left-0 size-3 rounded-full ${index === entries.length - 1 ? 'bg-brand-fill' : 'bg-edge'}`}
            />
            <span className="font-medium">{eventText({ event, cause }) ?? statusText(status, cost)}</span>
            <span className="text-sm text-muted">
              <When at={at} />
            </span>
            {cause !== '' && <span className="text-sm break-words text-muted">{causeText(cause)}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
