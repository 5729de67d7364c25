/** What the payment page says; that a form was paid exactly as specified. */
export const checkoutMessages = {
  checking: 'We are checking your payment. Do not pay again.',
  processing: 'Your bank is still working on it. We will email you; do not pay again.',
  paid: 'Form paid successfully',
  reload: 'Reload the page',
} as const
