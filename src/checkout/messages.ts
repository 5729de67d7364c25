export const checkoutMessages = {
  paid: 'Form paid successfully',
  cardNotLoaded: 'Error processing payment through stripe, try again or contact admin',
  cardFieldAbsent: 'The card field did not load. A slow connection or a content blocker may be in its way.',
  reload: 'Reload the page',
  paymentMethodFailed: 'Error processing your payment method, try again or contact admin',
  paymentFailed: 'Something went wrong durring form payment , please try again !',
  providerUnreachable: 'The payment service is not reachable. You have not been charged.',
  notCharged: 'The payment did not go through. You have not been charged.',
  checking: 'We are checking your payment, do not pay again.',
} as const
