/** What a buyer is told of a payment; that it failed exactly as specified. */
export const paymentMessages = {
  failed: 'Something went wrong durring form payment , please try again !',
  notCharged: 'The payment did not go through. You have not been charged.',
  providerUnreachable: 'The payment service cannot be reached. You have not been charged.',
} as const

/** Where a request names both a payment method and a confirmation token. */
export const oneOfBoth = 'Send a payment method or a confirmation token, not both'
