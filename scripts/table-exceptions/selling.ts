import type { Exception } from './exception.ts'

export const selling: readonly Exception[] = [
  {
    path: 'src/selling/customers/erase-customer.ts',
    reads: ['purchases'],
    why: 'Who is charged again is not forgotten, and mails belong to purchases.',
  },
  {
    path: 'src/selling/customers/filter',
    reads: ['disputes', 'forms', 'purchases', 'refunds', 'subscriptions'],
    why: 'Customers are found by what they bought, in the statement of the list.',
  },
  {
    path: 'src/selling/customers/store.ts',
    reads: ['purchases'],
    why: 'What customers bought is summed up with them, a page in one statement.',
  },
  {
    path: 'src/selling/customers/timeline',
    reads: ['purchaseLines', 'purchases', 'users'],
    why: 'Everything that happened with a customer is one list in one statement.',
  },
  {
    path: 'src/selling/form-parts/stored-parts.ts',
    reads: ['bumps', 'offers', 'taxes'],
    why: 'Reads and writes whichever table its owner hands it.',
  },
  {
    path: 'src/selling/forms/list-resting.ts',
    reads: ['bumps', 'offers', 'sellers', 'taxes'],
    why: 'How a form sells and what of it rests is read with the form, a page of them in one statement.',
  },
  {
    path: 'src/selling/forms/store.ts',
    reads: ['bumps', 'cardTestingAttacks', 'offers', 'taxes'],
    why: 'A form is read with what it refers to, in one statement.',
  },
  {
    path: 'src/selling/notices/collect-notices.ts',
    reads: ['disputes', 'members', 'purchaseTransitions', 'purchases', 'refunds', 'subscriptions'],
    why: 'Notices are derived from the history of purchases, in one statement.',
  },
  {
    path: 'src/selling/notices/store.ts',
    reads: ['forms', 'purchases'],
    why: 'A notice names its buyer and what they bought.',
  },
  {
    path: 'src/selling/payment-domains/store.ts',
    reads: ['forms', 'sellers'],
    why: 'The sites of all forms of all who can be paid are compared with what is registered, in one statement.',
  },
  {
    path: 'src/selling/sales/by-form/count-by-form.ts',
    reads: ['purchases'],
    why: 'The sales of all forms are counted in one statement.',
  },
  {
    path: 'src/selling/sales/dashboard/store.ts',
    reads: [
      'bumps',
      'disputes',
      'formViews',
      'forms',
      'offers',
      'purchaseLines',
      'purchases',
      'refunds',
      'shownOffers',
      'subscriptions',
    ],
    why: 'The dashboard is sums over everything sold.',
  },
  {
    path: 'src/selling/sales/export/store.ts',
    reads: ['disputes', 'forms', 'purchaseLines', 'purchases', 'refunds'],
    why: 'The export of sales is one cursor over all of them.',
  },
  {
    path: 'src/selling/sales/filter',
    reads: ['disputes', 'purchases', 'refunds', 'subscriptions'],
    why: 'What the list of sales is narrowed to, and what that comes to, is found in its own statement.',
  },
  {
    path: 'src/selling/sales/store.ts',
    reads: [
      'customers',
      'disputes',
      'forms',
      'purchaseLines',
      'purchaseTransitions',
      'purchases',
      'refunds',
      'subscriptions',
    ],
    why: 'A list of sales, and a sale, are one statement each.',
  },
  {
    path: 'src/selling/sharing/store.ts',
    reads: ['forms'],
    why: 'A short link leads to a form that is still there.',
  },
  {
    path: 'src/selling/payouts/store.ts',
    reads: ['forms', 'purchases', 'sellers'],
    why: 'What a payout is made of names the purchases, a page of them in one statement.',
  },
  {
    path: 'src/selling/taxes/store.ts',
    reads: ['sellers'],
    why: 'The status is of the connected account.',
  },
  {
    path: 'src/selling/proof/store.ts',
    reads: [
      'bumps',
      'buyerDetails',
      'disputes',
      'fileOpenings',
      'forms',
      'mails',
      'offers',
      'purchaseLines',
      'purchases',
      'refunds',
      'sellerDetails',
      'sellers',
      'statedPurchases',
      'withdrawals',
    ],
    why: 'All that proves a purchase is read at one moment, in one statement.',
  },
]
