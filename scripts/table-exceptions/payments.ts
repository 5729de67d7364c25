import type { Exception } from './exception.ts'

export const payments: readonly Exception[] = [
  {
    path: 'src/payments/reconciliation/reconcile-accounts.ts',
    reads: ['sellers'],
    why: 'The books of every connected account are compared.',
  },
  {
    path: 'src/payments/card-testing/guard.ts',
    reads: ['forms', 'members', 'users'],
    why: "The attack is told to the form's owner.",
  },
  {
    path: 'src/payments/card-testing/write-attack-mail.ts',
    reads: ['forms'],
    why: 'The mail names the form.',
  },
  {
    path: 'src/payments/coupons/find-coupon.ts',
    reads: ['couponCodes', 'coupons'],
    why: 'A purchase is priced with the coupon that its buyer names.',
  },
  {
    path: 'src/payments/coupons/find-coupon.ts',
    reads: ['coupons'],
    why: 'What the coupon of an order still takes off its offers is asked for as they are shown.',
  },
  {
    path: 'src/payments/coupons/hold-coupon.ts',
    reads: [],
    writes: ['couponCodes', 'coupons'],
    why: 'The places of a coupon are counted where they are taken, in the transaction of the purchase.',
  },
  {
    path: 'src/payments/coupons/redemptions.ts',
    reads: ['couponCodes', 'coupons', 'purchases'],
    writes: ['couponCodes', 'coupons'],
    why: 'What waits for a bank lets its place go in the transaction in which it comes there.',
  },
  {
    path: 'src/payments/stock/stock.ts',
    reads: ['purchases'],
    why: 'What a network has left waiting is known by how its purchases ended.',
  },
  {
    path: 'src/payments/stock/stock.ts',
    reads: ['purchases'],
    writes: ['purchases'],
    why: 'What can no longer have its pieces is looked at in the transaction that takes them.',
  },
  {
    path: 'src/payments/purchases/records/record-performance.ts',
    reads: ['refunds', 'withdrawnPurchases'],
    why: 'What is being given back is opened by nobody, which is asked under the lock on the purchase.',
  },
  {
    path: 'src/payments/coupons/redemptions.ts',
    reads: ['subscriptions'],
    writes: ['couponCodes', 'coupons'],
    why: 'A place is given back in the transaction that moves its purchase, unless what the purchase began is still reduced.',
  },
  {
    path: 'src/payments/disputes/open-disputes.ts',
    reads: ['forms', 'purchases'],
    why: 'A dispute is read anew at the account that its payment was made to, and told of with who bought what.',
  },
  {
    path: 'src/payments/disputes/write-dispute-mail.ts',
    reads: ['forms', 'purchases'],
    why: 'The mail names what was bought.',
  },
  {
    path: 'src/payments/webhooks/store.ts',
    reads: ['purchases'],
    why: 'An event of a payment that is known already is stored as done, in one statement.',
  },
  {
    path: 'src/payments/pricing/form-columns.ts',
    reads: ['taxes'],
    why: 'The tax of a form is a column of whichever statement reads the form to be paid.',
  },
  {
    path: 'src/payments/pricing/form-columns.ts',
    reads: ['formPrices'],
    why: 'What buyers can choose is a column of whichever statement reads the form.',
  },
  {
    path: 'src/payments/pricing/form-columns.ts',
    reads: ['timers'],
    why: 'What changes the price of a form is a column of whichever statement reads it.',
  },
  {
    path: 'src/payments/purchases/records/prune-attempts.ts',
    reads: [
      'buyerDetails',
      'disputes',
      'mails',
      'notices',
      'refunds',
      'shownOffers',
      'statedPurchases',
      'subscriptions',
      'withdrawals',
      'withdrawnPurchases',
    ],
    writes: ['buyerDetails', 'redemptions', 'stockHolds'],
    why: 'An attempt to pay that anything refers to is not forgotten; its place of a coupon or of a stock, and its copy of invoice details, go with it.',
  },
  {
    path: 'src/payments/purchases/records/erase-old-buyers.ts',
    reads: ['disputes', 'mails', 'refunds', 'statedPurchases', 'subscriptions', 'withdrawals'],
    why: 'Old sales of which anything is open, or has happened since, still name their buyer; a batch is found in one statement.',
  },
  {
    path: 'src/payments/purchases/charge/attach-purchases.ts',
    reads: ['customers'],
    writes: ['customers'],
    why: 'Purchases from before there were customers become theirs, a batch in one statement.',
  },
  {
    path: 'src/payments/purchases/settle/move-purchase.ts',
    reads: ['customers'],
    writes: ['customers'],
    why: 'Who pays is a customer from the statement on that makes the purchase paid.',
  },
  {
    path: 'src/payments/purchases/settle/move-purchase.ts',
    reads: ['sellers'],
    why: 'A paid purchase keeps the invoice details and the policy of its moment, in the statement that moves it.',
  },
  {
    path: 'src/payments/purchases/records/purchase-columns.ts',
    reads: ['subscriptions'],
    why: 'What was sold is read in the statement of every list of sales: a trial of it is known by its plan.',
  },
  {
    path: 'src/payments/purchases/settle/record-renewal.ts',
    reads: ['sellers'],
    why: 'A renewal keeps the invoice details of its moment.',
  },
  {
    path: 'src/payments/subscriptions/find-subscription.ts',
    reads: ['purchases'],
    why: 'A subscription belongs to who paid its order.',
  },
  {
    path: 'src/payments/subscriptions/store.ts',
    reads: ['purchases'],
    why: 'What a bank has not paid yet may begin to be charged: a seller of whom that is so is not closed.',
  },
  {
    path: 'src/payments/subscriptions/trial/trial-starts.ts',
    reads: ['purchases'],
    why: 'A trial that is being begun counts until its order has come to nothing.',
  },
  {
    path: 'src/payments/refunds/list-refunds.ts',
    reads: ['purchases'],
    why: 'Refunds are listed by their purchase.',
  },
]
