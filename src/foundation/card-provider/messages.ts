/** What is said where a card cannot be taken; the first and the last exactly as specified. */
export const cardMessages = {
  notLoaded: 'Error processing payment through stripe, try again or contact admin',
  fieldAbsent: 'The card field did not load. A slow connection or a content blocker may be in its way.',
  methodFailed: 'Error processing your payment method, try again or contact admin',
} as const
