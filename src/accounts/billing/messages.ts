export const billingMessages = {
  featureMissing: "Your subscription doesn't have this feature",
  notSubscribed: 'This Account is not subscribed to any plan, retry ...',
  planEnded: 'Your plan has ended. Choose one to continue.',
  canceled: 'Subscription Cancelled successfully',
  changed: 'Plan Changed successfully',
  changeFailed: 'Something went wrong when changing the plan',
  cardFailed: 'The card could not be saved',
  cardRefused: 'Your card was declined. Try another one.',
  notAuthenticated:
    'Your bank did not confirm the payment, so you were not charged. Try again, or replace your card under “Card on file”.',
} as const
