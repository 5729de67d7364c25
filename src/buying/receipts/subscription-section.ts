import { html, type Html } from '#foundation/http/html.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { cycleText, dayText } from '#payments/subscriptions/plan-text.ts'
import { purchasePath } from './purchase-url.ts'
import type { LaterPayment } from './store.ts'
import { nextPayments, standingText, type SubscriptionView } from './subscription-view.ts'

const shownDays = 4

/** How a subscription stands and what comes next; below it the page's script puts what the buyer can do. */
export function subscriptionSection(view: SubscriptionView, secret: string): Html {
  const { orderId, wire, amount, plan, endsAt } = view
  const rows = [
    row('Price', `${amount} ${cycleText(plan)}${wire.taxAmount > 0 ? ', tax included' : ''}`),
    row('Paid', paidText(view)),
    ...(endsAt === null
      ? [row('Ends', 'When you cancel')]
      : [row(view.isOver ? 'Ended' : 'Ends', dayText(endsAt))]),
  ]
  const { text, tone } = badge(view)
  return html`<section class="panel" aria-labelledby="subscription">
    <div class="heading">
      <h2 id="subscription">Your subscription</h2>
      <span class="badge ${tone}">${text}</span>
    </div>
    <p>${standingText(view)} ${retryText(view)}</p>
    <dl>${rows}</dl>
    ${upcoming(view)}
    ${
      view.nextChargeAt === null && !view.isEnding
        ? []
        : html`<p class="small">
            <a class="link" href="${purchasePath(orderId, secret, '/calendar.ics')}"
              >${view.isEnding ? 'Remove the dates from your calendar' : 'Add the dates to your calendar'}</a
            >
          </p>`
    }
    <div id="subscription-actions"></div>
    ${
      wire.canCancel || wire.canResume || wire.needsCard
        ? html`<noscript>
            <p class="muted small">To change the card or cancel, please turn on JavaScript.</p>
          </noscript>`
        : []
    }
  </section>`
}

function badge({ isOver, isEnding, wire }: SubscriptionView): { text: string; tone: string } {
  if (isOver) return { text: 'Ended', tone: '' }
  if (isEnding) return { text: 'Canceled', tone: '' }
  return wire.needsCard
    ? { text: 'Payment failed', tone: 'badge-danger' }
    : { text: 'Active', tone: 'badge-success' }
}

function paidText({ wire, plan }: SubscriptionView): string {
  const { paidCycles } = wire
  if (plan.cancelAfter > 0) return `${paidCycles} of ${plan.cancelAfter} payments`
  return paidCycles === 1 ? '1 payment' : `${paidCycles} payments`
}

function retryText({ wire }: SubscriptionView): string {
  if (!wire.needsCard) return ''
  const { nextPaymentAttempt } = wire
  const retry =
    nextPaymentAttempt === null
      ? ''
      : `The card will be tried again on ${dayText(Date.parse(nextPaymentAttempt))}. `
  return `${retry}Use another card to pay it now.`
}

function upcoming(view: SubscriptionView): Html | readonly Html[] {
  const { days, more } = nextPayments(view, shownDays)
  if (days.length === 0) return []
  const items = days.map(
    (at) =>
      html`<li>
        <time datetime="${new Date(at).toISOString().slice(0, 10)}">${dayText(at)}</time>
        <b>${view.amount}</b>
      </li>`,
  )
  const rest =
    more === 0
      ? []
      : html`<li class="muted">
          ${more === null ? `and so on, ${cycleText(view.plan)}` : `and ${more} more of ${view.amount}`}
        </li>`
  return html`<div>
    <h3>Next payments</h3>
    <ol class="plan">
      ${items} ${rest}
    </ol>
  </div>`
}

/** What was charged since, each with a page and an invoice of its own. */
export function laterPayments(payments: readonly LaterPayment[], authSecret: string): Html | readonly Html[] {
  if (payments.length === 0) return []
  const items = payments.map(({ id, total, currency, paidAt }) => {
    const day = dayText((paidAt ?? new Date(0)).getTime())
    return html`<li>
      <span>
        ${day}
        <small class="muted">Renewal · ${formatAmount(total, currency)}</small>
      </span>
      <div class="actions">
        <a class="link" href="${purchasePath(id, authSecret)}" aria-label="View the payment of ${day}"
          >View</a
        >
        <a
          class="link"
          href="${purchasePath(id, authSecret, '/invoice.pdf')}"
          aria-label="Invoice of ${day} as a PDF"
          >Invoice</a
        >
      </div>
    </li>`
  })
  return html`<section class="panel" aria-labelledby="later">
    <h2 id="later">Later payments</h2>
    <ul>
      ${items}
    </ul>
  </section>`
}

function row(label: string, value: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
}
