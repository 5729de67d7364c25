/** The event types for the platform's endpoint and for that of connected accounts. */
export const usedEvents = {
  platform: [
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.trial_will_end',
    'customer.subscription.pending_update_applied',
    'customer.subscription.pending_update_expired',
    'payment_intent.payment_failed',
    'setup_intent.setup_failed',
  ],
  connect: [
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'setup_intent.setup_failed',
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
    'payment_method.automatically_updated',
    'account.updated',
    'account.application.authorized',
    'account.application.deauthorized',
    'capability.updated',
    'payout.paid',
    'payout.failed',
  ],
} as const

/** The paths to which Stripe sends events: those of the platform's own account, and those of connected accounts. */
export const webhookPaths = {
  platform: '/api/webhooks/stripe',
  connect: '/api/webhooks/stripe-connect',
} as const
