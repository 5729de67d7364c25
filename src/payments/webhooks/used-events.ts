/** The types of events that the platform's endpoint and that of connected accounts have to be sent. */
export const usedEvents = {
  platform: [
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.trial_will_end',
    'customer.subscription.pending_update_applied',
    'customer.subscription.pending_update_expired',
  ],
  connect: [
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'invoice.paid',
    'invoice.payment_failed',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'account.updated',
    'account.application.deauthorized',
    'capability.updated',
    'payout.paid',
    'payout.failed',
  ],
} as const

/** Where the provider's events arrive: those of the platform's own account, and those of connected accounts. */
export const webhookPaths = {
  platform: '/api/webhooks/stripe',
  connect: '/api/webhooks/stripe-connect',
} as const
