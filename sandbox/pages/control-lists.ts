import { formatAmount } from '#pages/format-amount.ts'
import { html, type Html } from '#pages/html.ts'
import type {
  ControlAccount,
  ControlCharge,
  ControlCustomer,
  ControlEvent,
  ControlPayout,
  ControlRefund,
} from '#pages/world.ts'

export type Section = {
  readonly id: string
  readonly title: string
  /** Whether the page refreshes its parts. Each part has an id and is marked with `data-live`. */
  readonly isLive: boolean
  readonly body: Html
}

export function accountsSection(accounts: readonly ControlAccount[]): Section {
  const rows = accounts.map((account) => [
    html`<strong>${account.businessName || 'No name yet'}</strong><br /><span class="quiet"
        >${account.email}</span
      >`,
    accountState(account),
    account.chargesEnabled
      ? action('Restrict', `/sandbox/accounts/${account.id}/restrict`)
      : action('Complete', `/sandbox/accounts/${account.id}/complete`),
    account.country,
    html`<code>${account.id}</code>`,
  ])
  return list('accounts', 'Accounts', ['Seller', 'State', 'Action', 'Country', 'Account'], rows)
}

function accountState(account: ControlAccount): Html {
  if (account.chargesEnabled) return state('good', 'Enabled')
  return account.detailsSubmitted ? state('bad', 'Restricted') : state('wait', 'Not onboarded')
}

export function chargesSection(charges: readonly ControlCharge[]): Section {
  const rows = charges.map((charge) => [
    html`<strong class="amount">${formatAmount(charge.amount, charge.currency)}</strong>`,
    chargeState(charge),
    charge.email ?? '',
    html`<code>${charge.account ?? 'platform'}</code>`,
    time(charge.created),
    html`<code>${charge.id}</code>`,
  ])
  return list('charges', 'Charges', ['Amount', 'Status', 'Buyer', 'Account', 'Time', 'Charge'], rows)
}

function chargeState(charge: ControlCharge): Html {
  if (charge.status === 'failed') return state('bad', charge.failureCode ?? 'failed')
  if (charge.amountRefunded === 0)
    return state(charge.status === 'succeeded' ? 'good' : 'wait', charge.status)
  return charge.amountRefunded === charge.amount
    ? state('wait', 'refunded')
    : state('wait', `${formatAmount(charge.amountRefunded, charge.currency)} refunded`)
}

export function refundsSection(refunds: readonly ControlRefund[]): Section {
  const rows = refunds.map((refund) => [
    html`<strong class="amount">${formatAmount(refund.amount, refund.currency)}</strong>`,
    state(
      refund.status === 'succeeded' ? 'good' : refund.status === 'failed' ? 'bad' : 'wait',
      refund.status,
    ),
    html`<code>${refund.charge ?? ''}</code>`,
    html`<code>${refund.account ?? 'platform'}</code>`,
    time(refund.created),
  ])
  return list('refunds', 'Refunds', ['Amount', 'Status', 'Charge', 'Account', 'Time'], rows)
}

export function payoutsSection(payouts: readonly ControlPayout[]): Section {
  const rows = payouts.map((payout) => [
    html`<strong class="amount">${formatAmount(payout.amount, payout.currency)}</strong>`,
    state(payout.status === 'paid' ? 'good' : payout.status === 'failed' ? 'bad' : 'wait', payout.status),
    payout.status === 'failed' ? '' : action('Fail', `/sandbox/payouts/${payout.id}/fail`),
    html`<code>${payout.account ?? 'platform'}</code>`,
    time(payout.created),
    html`<code>${payout.id}</code>`,
  ])
  return list('payouts', 'Payouts', ['Amount', 'Status', 'Action', 'Account', 'Time', 'Payout'], rows)
}

export function customersSection(customers: readonly ControlCustomer[]): Section {
  const rows = customers.map((customer) => [
    customer.email ?? '',
    customer.name ?? '',
    html`<code>${customer.id}</code>`,
    html`<code>${customer.account ?? 'platform'}</code>`,
    time(customer.created),
  ])
  return list('customers', 'Customers', ['Email', 'Name', 'Customer', 'Account', 'Time'], rows)
}

export function eventsSection(events: readonly ControlEvent[]): Section {
  const rows = events.map((event) => [
    html`<strong>${event.type}</strong>`,
    event.deliveries.length === 0
      ? state('good', 'Settled')
      : event.deliveries.map(
          ({ url, tries }) => html`${state('wait', deliveryText(tries))} <code>${url}</code> `,
        ),
    html`<code>${event.account ?? 'platform'}</code>`,
    time(event.created),
    html`<code>${event.id}</code>`,
  ])
  return list('events', 'Events', ['Type', 'Delivery', 'Account', 'Time', 'Event'], rows)
}

function deliveryText(tries: number): string {
  if (tries === 0) return 'On its way'
  return tries === 1 ? 'Failed once, retrying' : `Failed ${tries} times, retrying`
}

type Cell = Html | string | readonly Html[]

function list(id: string, title: string, columns: readonly string[], rows: readonly Cell[][]): Section {
  const body =
    rows.length === 0
      ? html`<p class="empty">None yet.</p>`
      : html`<div class="scroll" role="region" aria-label="${title} table" tabindex="0">
          <table>
            <thead>
              <tr>
                ${columns.map((column) => html`<th scope="col">${column}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (cells) =>
                  html`<tr>
                    ${cells.map((cell) => html`<td>${cell}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`
  return { id, title, isLive: true, body: html`<div id="${id}-list" data-live>${body}</div>` }
}

function state(mood: 'good' | 'bad' | 'wait', text: string): Html {
  return html`<span class="state ${mood}">${text}</span>`
}

/** A button for which the page's script sends a POST request. */
function action(text: string, path: string): Html {
  return html`<button type="button" data-post="${path}">${text}</button>`
}

/** A Unix time as text, always with the date because the sandbox's clock can be far from the reader's. */
export function time(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}
