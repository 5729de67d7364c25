/** The payment page's messages; "Form paid successfully" is exactly as specified. */
export const checkoutMessages = {
  checking: 'We are checking your payment. Do not pay again.',
  processing: 'Your bank is still processing it. We will email you. Do not pay again.',
  paid: 'Form paid successfully',
  reload: 'Reload the page',
} as const
