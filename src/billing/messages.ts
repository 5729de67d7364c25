export const billingMessages = {
  featureMissing: "Your subscription doesn't have this feature",
} as const
