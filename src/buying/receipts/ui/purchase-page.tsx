import { rich } from '#foundation/language/rich.ts'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { Runs } from '#buying/checkout/ui/details/runs.tsx'
import { ShopContact, ShopHead } from '#buying/checkout/ui/details/shop-head.tsx'
import { undoFailed } from '#buying/upsells/returned-text.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import { withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { linkedText } from '#foundation/text/linked-text.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import { consumerTexts } from '#buying/consumer-law/texts.ts'
import type { PolicyOnPage, PurchasePageData } from '../page/purchase-data.ts'
import { DownloadList, AddedOffers } from './download-list.tsx'
import { InvoiceDetails } from './invoice-details.tsx'
import { ReceiptSection, LaterPayments, Panel } from './receipt-section.tsx'
import { SubscriptionSection, Badge } from './subscription-section.tsx'

export function PurchasePage({ data }: { readonly data: PurchasePageData }) {
  const { id, title, sellerName, formats, time, message, downloads, receipt, subscription } = data
  const { closedBy, details, added, hasUndoFailed, later, order, policy, withdrawal, withdrawPath } = data
  const { againPath, cancelPath, portalPath, soldBy, shop } = data
  const isReturned = data.status === 'failed' && subscription !== null
  const isOver = subscription?.state.startsWith('ended') === true || subscription?.state === 'paid early'
  const { text, isGood, notes } = isReturned ? (isOver ? returned : paidSince) : statuses[data.status]
  const section = subscription !== null && (
    <SubscriptionSection subscription={subscription} formats={formats} />
  )
  const withdrawn = withdrawal !== null && <WithdrawalSection {...withdrawal} />
  // The newest fact comes first.
  const isWithdrawn = withdrawal !== null && withdrawal.made.length > 0
  const isBack = data.status === 'refunded' || data.status === 'reversed'
  // If a payment for the subscription has failed, the subscription is shown first.
  const isUrgent = subscription?.state === 'payment failed' || subscription?.state === 'ended unpaid'
  return (
    <main className="mx-auto grid max-w-160 gap-5 px-4 pt-6 pb-12 wrap-anywhere sm:pt-14">
      {(shop.logo !== null || shop.wideLogo !== null) && <ShopHead shop={shop} className="mb-2" />}
      <header className="grid justify-items-start gap-1.5">
        <Badge text={say(text)} tone={isGood ? 'good' : 'plain'} />
        <h1
          {...data.titleIn}
          className="text-[1.75rem] leading-tight font-bold tracking-[-0.01em] text-balance"
        >
          {title}
        </h1>
        <p className="text-muted">
          {rich('From {seller} · {day}', { seller: <Own>{sellerName}</Own>, day: dayText(time, formats) })}
        </p>
      </header>
      {notes.length > 0 && (
        <div className="panel grid justify-items-start gap-4 p-5 sm:p-7">
          <p>{[...notes, ...(isBack && data.hasFiles ? [downloadsGone] : [])].map(say).join(' ')}</p>
          {againPath !== null && (
            <a href={againPath} className="button px-5 py-2.5 print:hidden">
              {t('Buy it again')}
            </a>
          )}
        </div>
      )}
      {isWithdrawn && withdrawn}
      {isGood && closedBy !== null && <p className="panel p-5 sm:p-7">{say(trialClosed[closedBy])}</p>}
      {isUrgent && section}
      {policy.waiting !== null && <WaitingDownloads {...policy.waiting} />}
      {downloads.length > 0 && (
        <Panel id="downloads" title={t('Your downloads')}>
          <DownloadList downloads={downloads} />
          <p className="text-muted text-sm">
            {downloads.some(({ video }) => video !== null)
              ? t(
                  'Download links expire after 15 minutes, and videos after 12 hours. Reload this page for new ones.',
                )
              : t('Download links expire after 15 minutes. Reload this page for new ones.')}
          </p>
        </Panel>
      )}
      {isGood && message !== null && (
        <section aria-label={t('Message from {seller}', { seller: sellerName })} className="panel p-5 sm:p-7">
          <p {...data.messageIn} className="whitespace-pre-line wrap-anywhere">
            <Runs runs={linkedText(message)} />
          </p>
        </section>
      )}
      {!isUrgent && section}
      <ReceiptSection {...receipt} />
      {details !== null && <InvoiceDetails {...details} />}
      {hasUndoFailed && (
        <p role="alert" className="panel p-5 sm:p-7">
          {say(undoFailed)}
        </p>
      )}
      {added.length > 0 && <AddedOffers offers={added} />}
      {later.length > 0 && <LaterPayments payments={later} formats={formats} />}
      {order !== null && (
        <p>
          <a href={order.path} className="link">
            {order.isSubscription ? t('Your subscription and all payments') : t('Your whole order')}
          </a>
        </p>
      )}
      {!isWithdrawn && withdrawn}
      <PolicySection {...policy} />
      <p className="text-muted text-sm">{soldBy}</p>
      <ShopContact shop={shop} />
      <p className="text-muted text-sm">
        {t('Purchase {id}. Keep the link to this page private. Anyone who has it can see this page.', { id })}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm print:hidden">
        <a href={portalPath} className="link">
          {t('All your purchases from this shop')}
        </a>
        {withdrawPath !== null && (
          <a href={withdrawal?.path ?? withdrawPath} className="link">
            {say(withdrawalTexts.label)}
          </a>
        )}
        {cancelPath !== null && (
          <a href={cancelPath} className="link">
            {say(cancellationTexts.label)}
          </a>
        )}
      </p>
    </main>
  )
}

type Status = { readonly text: Message; readonly isGood: boolean; readonly notes: readonly Message[] }

const open = {
  text: msg('Being checked'),
  isGood: false,
  notes: [
    msg(
      'We are checking your payment. Please do not pay again. This page shows the outcome as soon as we know it.',
    ),
  ],
}
const trialClosed = {
  'no payment': msg(
    'Your trial has ended without a payment, so the files that came with it are no longer available.',
  ),
  pause: msg('Your subscription is paused, so its files are closed. They open again when it continues.'),
  'payment returned': msg(
    'Your payment after the trial was refunded, so the files that came with it are no longer available.',
  ),
}
const unpaid = { text: msg('Not paid'), isGood: false, notes: [msg('You have not been charged.')] }
const returned = { ...unpaid, notes: [msg('Your bank did not complete this payment.')] }
const paidSince = {
  ...returned,
  notes: [...returned.notes, msg('Your subscription continues with your later payments.')],
}
const downloadsGone = msg('Its downloads are no longer available.')

const statuses: Readonly<Record<PurchasePageData['status'], Status>> = {
  created: open,
  unknown: open,
  requires_action: {
    text: msg('Waiting for you'),
    isGood: false,
    notes: [
      msg(
        'Your bank has not confirmed the payment. You have not been charged. Continue in the window where you started it, or buy it again.',
      ),
    ],
  },
  processing: {
    text: msg('With your bank'),
    isGood: false,
    notes: [msg('Your bank is still processing it. We will email you. Please do not pay again.')],
  },
  failed: unpaid,
  canceled: unpaid,
  paid: { text: msg('Paid'), isGood: true, notes: [] },
  free: { text: msg('Free'), isGood: true, notes: [] },
  nothing_charged: { text: msg('Nothing charged'), isGood: true, notes: [] },
  partially_refunded: { text: msg('Partly refunded'), isGood: true, notes: [] },
  refunded: { text: msg('Refunded'), isGood: false, notes: [msg('This purchase has been refunded.')] },
  reversed: { text: msg('Reversed'), isGood: false, notes: [msg('Your bank has reversed this payment.')] },
}

function WithdrawalSection({ right, path, made }: WithdrawalOnPage) {
  return (
    <Panel id="withdrawal" title={say(withdrawalTexts.title)}>
      {made.map(({ received, outcome }) => (
        <p key={received}>
          <strong>{received}</strong> {outcome}
        </p>
      ))}
      {right !== null && <p>{right}</p>}
      {path !== null && (
        <p className="print:hidden">
          <a href={path} className="button-quiet px-5">
            {say(withdrawalTexts.label)}
          </a>
        </p>
      )}
    </Panel>
  )
}

function WaitingDownloads({ text, path, texts }: NonNullable<PolicyOnPage['waiting']>) {
  return (
    <Panel id="downloads" title={t('Your downloads')}>
      <p>{text}</p>
      <form method="post" action={path} className="grid gap-3 print:hidden">
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium">{say(consumerTexts.openNow)}</legend>
          {texts.map((consent) => (
            <label key={consent} className="flex items-start gap-3">
              <input
                type="checkbox"
                name="consent"
                value={consent}
                required
                className="mt-0.5 size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0">{consent}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button-quiet min-h-11 justify-self-start px-5">
          {t('Open my files')}
        </button>
      </form>
    </Panel>
  )
}

function PolicySection({ agreed, own }: PolicyOnPage) {
  if (agreed.length === 0 && own === null) return null
  return (
    <Panel id="terms" title={t('Terms of this purchase')}>
      {agreed.length > 0 && (
        <div className="grid gap-2">
          <p>{say(consumerTexts.agreed)}</p>
          <ul className="grid gap-2">
            {agreed.map((text) => (
              <li key={text} className="tile">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {own !== null && (
        <div className="grid gap-2">
          <p className="font-medium">{own.title}</p>
          <p className="whitespace-pre-line wrap-anywhere">
            <Runs runs={linkedText(own.text)} />
          </p>
        </div>
      )}
    </Panel>
  )
}
