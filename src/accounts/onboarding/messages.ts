export const onboardingMessages = {
  connectFirst: 'You need to connect your stripe account with our service',
} as const
