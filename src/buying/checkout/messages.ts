/** What the payment page says; that a form was paid exactly as specified. */
export const checkoutMessages = {
  paid: 'Form paid successfully',
  reload: 'Reload the page',
} as const
