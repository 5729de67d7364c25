/** Where the provider's events arrive: those of the platform's own account, and those of connected accounts. */
export const webhookPaths = {
  platform: '/api/webhooks/stripe',
  connect: '/api/webhooks/stripe-connect',
} as const
