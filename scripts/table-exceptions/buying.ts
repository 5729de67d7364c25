import type { Exception } from './exception.ts'

export const buying: readonly Exception[] = [
  {
    path: 'src/buying/checkout/store.ts',
    reads: [
      'bumps',
      'coupons',
      'formBumps',
      'formOfferSequence',
      'forms',
      'furtherPriceHistory',
      'offers',
      'priceHistory',
      'sellerPolicies',
      'sellers',
      'timers',
    ],
    why: 'The public page is one statement.',
  },
  {
    path: 'src/buying/consumer-law/store.ts',
    reads: ['sellers'],
    why: 'The shop says which version counts, and its country which law.',
  },
  {
    path: 'src/buying/consumer-law/terms.ts',
    reads: ['buyerDetails', 'consents', 'purchases', 'sellerDetails'],
    why: 'What a right of withdrawal hangs on is a column of whichever statement reads the purchase.',
  },
  {
    path: 'src/buying/door/find-shop.ts',
    reads: ['sellers'],
    why: 'The door is of a shop, and says of which.',
  },
  {
    path: 'src/buying/receipts/store.ts',
    reads: [
      'bumps',
      'buyerDetails',
      'disputes',
      'forms',
      'offers',
      'purchaseLines',
      'purchases',
      'refunds',
      'sellerDetails',
      'sellers',
      'subscriptions',
      'withdrawals',
      'withdrawnPurchases',
    ],
    why: 'The page of a purchase is one statement.',
  },
  {
    path: 'src/buying/upsells/store.ts',
    reads: [
      'bumps',
      'formOfferSequence',
      'forms',
      'offers',
      'purchaseLines',
      'purchases',
      'refunds',
      'sellers',
    ],
    why: 'The offers after a purchase are one statement.',
  },
  {
    path: 'src/buying/withdrawal/beginnings.ts',
    reads: ['disputes', 'purchases', 'subscriptions'],
    why: 'How a purchase began that is withdrawn from is asked in the statement that reads its parts.',
  },
  {
    path: 'src/buying/withdrawal/list-withdrawals.ts',
    reads: ['forms', 'purchases'],
    why: 'The list says what became of each statement, as the books have it now, in one statement.',
  },
  {
    path: 'src/buying/withdrawal/mails-of-purchase.ts',
    reads: ['mails'],
    why: 'Which mails are about a purchase is a part of whichever statement asks for them.',
  },
  {
    path: 'src/buying/withdrawal/money-state.ts',
    reads: ['disputes', 'refunds'],
    why: 'How the money of a purchase stands is read with whatever it is part of.',
  },
  {
    path: 'src/buying/withdrawal/store.ts',
    reads: ['forms', 'purchaseLines', 'purchases', 'sellers', 'subscriptions'],
    why: 'What can be withdrawn from is read whole, with its money, under the lock on the order.',
  },
  {
    path: 'src/buying/withdrawal/waiting-contracts.ts',
    reads: ['subscriptions'],
    why: 'Whether a bank has a payment of a contract is asked of all that a statement is about at once.',
  },
]
