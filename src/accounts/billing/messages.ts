import { t } from '#foundation/language/t.ts'

export const billingMessages = {
  featureMissing: () => t("Your subscription doesn't have this feature"),
  notSubscribed: () => t('This Account is not subscribed to any plan, retry ...'),
  planEnded: () => t('Your plan has ended. Choose one to continue.'),
  canceled: () => t('Subscription Cancelled successfully'),
  changed: () => t('Plan Changed successfully'),
  changeFailed: () => t('Something went wrong when changing the plan'),
  cardFailed: () => t('The card could not be saved'),
  cardRefused: () => t('Your card was declined. Try another one.'),
  notAuthenticated: () =>
    t(
      'Your bank did not confirm the payment, so you were not charged. Try again, or replace your card under “Card on file”.',
    ),
} as const
