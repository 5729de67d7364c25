import { t } from '#foundation/language/t.ts'

export const onboardingMessages = {
  connectFirst: () => t('You need to connect your stripe account with our service'),
} as const
