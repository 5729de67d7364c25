import type { AccountRecord } from '#accounts/records.ts'
import type { Faults } from '#faults/faults.ts'
import type {
  ControlAccount,
  ControlCharge,
  ControlCustomer,
  ControlEvent,
  ControlPayout,
  ControlRefund,
  ControlView,
} from '#pages/world.ts'
import type { PayoutRecord } from '#balance/records.ts'
import type { ChargeRecord, RefundRecord } from '#payments/records.ts'
import type { CustomerRecord } from '#customers/records.ts'
import type { EventRecord } from '#events/records.ts'
import type { Store } from '#store/store.ts'
import { platformAccount, type World } from '#world.ts'

const rowsAtMost = 50

/** The sandbox's newest objects, for the control page. */
export function controlView({ store }: World, faults: Faults): ControlView {
  return {
    accounts: newest(store.accounts).map(accountRow),
    charges: newest(store.charges).map((charge) => chargeRow(store, charge)),
    refunds: newest(store.refunds).map(refundRow),
    payouts: newest(store.payouts).map(payoutRow),
    customers: newest(store.customers).map(customerRow),
    events: newest(store.events).map((event) => eventRow(store, event)),
    faults: faults.script(),
  }
}

function newest<T>(table: { newestFirst(): T[] }): T[] {
  return table.newestFirst().slice(0, rowsAtMost)
}

function accountRow(account: AccountRecord): ControlAccount {
  return {
    id: account.id,
    businessName: account.business_profile.name ?? '',
    email: account.email ?? '',
    country: account.country,
    chargesEnabled: account.charges_enabled,
    detailsSubmitted: account.details_submitted,
    created: account.created,
  }
}

function chargeRow(store: Store, charge: ChargeRecord): ControlCharge {
  const buyer =
    charge.billing_details.email ?? charge.receipt_email ?? store.customers.get(charge.customer ?? '')?.email
  return {
    ...ownedPart(charge),
    amount: charge.amount,
    amountRefunded: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status,
    failureCode: charge.decline_code ?? charge.failure_code ?? undefined,
    email: buyer ?? undefined,
  }
}

function refundRow(refund: RefundRecord): ControlRefund {
  const { amount, currency, status, charge } = refund
  return { ...ownedPart(refund), amount, currency, status, charge }
}

function payoutRow(payout: PayoutRecord): ControlPayout {
  const { amount, currency, status } = payout
  return { ...ownedPart(payout), amount, currency, status }
}

function customerRow(customer: CustomerRecord): ControlCustomer {
  return { ...ownedPart(customer), name: customer.name ?? undefined, email: customer.email ?? undefined }
}

function eventRow(store: Store, event: EventRecord): ControlEvent {
  const deliveries = [...store.deliveries.all()].filter((delivery) => delivery.event === event.id)
  return { ...ownedPart(event), type: event.type, deliveries }
}

type Owned = {
  readonly id: string
  readonly account: string
  readonly created: number
}

function ownedPart({ id, account, created }: Owned) {
  return { id, account: account === platformAccount ? undefined : account, created }
}
