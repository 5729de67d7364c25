import type { Exception } from './exception.ts'

export const others: readonly Exception[] = [
  {
    path: 'src/foundation/lists/seller-scope.ts',
    reads: ['members', 'users'],
    why: 'Every list is narrowed by the user or role whose shop it is.',
  },
  {
    path: 'src/operations/demo/history/date-back.ts',
    reads: [
      'couponCodes',
      'coupons',
      'forms',
      'mails',
      'members',
      'purchaseTransitions',
      'redemptions',
      'sellers',
    ],
    why: 'What the database dates itself is moved to the time at which the demo shop lived it.',
  },
  {
    path: 'src/operations/demo/store.ts',
    reads: ['formViews', 'forms', 'members', 'purchases', 'sellers', 'users'],
    why: 'The demo shop looks whether it was filled before.',
  },
  {
    path: 'src/operations/doctor/check-wallets.ts',
    reads: ['paymentDomains'],
    why: 'The doctor asks the database itself, since the product may not run.',
  },
  {
    path: 'src/operations/health/store.ts',
    reads: ['bookDifferences', 'mails', 'purchases', 'refunds', 'schedules', 'webhookEvents', 'withdrawals'],
    why: 'What waits to be done, and when things were last done, is one statement for each look.',
  },
]
