// Who names the tables of another domain, each with the reason. Shrink it: what is read elsewhere binds its owner.
import type { Table } from './table-owners.ts'

/** `path` is a file or a folder. */
export type Exception = {
  readonly path: string
  readonly reads: readonly Table[]
  readonly writes?: readonly Table[]
  readonly why: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'src/accounts/audit',
    reads: ['sellers', 'users'],
    why: 'The log names who did it and in which shop, a page of it in one statement.',
  },
  {
    path: 'src/accounts/billing/partner-plan.ts',
    reads: ['members', 'users'],
    why: 'A free plan ends with the role of who owns the shop.',
  },
  {
    path: 'src/accounts/billing/store.ts',
    reads: ['sellers'],
    why: 'The shop is the customer of its plan: its row is locked while the plan changes.',
  },
  {
    path: 'src/accounts/identity',
    reads: ['members', 'permissions', 'rolePermissions', 'sellers', 'userRoles', 'users'],
    why: 'The ways in read who comes in; who calls, with their rights and shop, is one statement for every signed-in request.',
  },
  {
    path: 'src/accounts/invitations/store.ts',
    reads: ['roles', 'sellers', 'users'],
    why: 'An invitation is shown with its shop and role.',
  },
  {
    path: 'src/accounts/invoice-details/buyer-details.ts',
    reads: ['purchases'],
    why: 'Details belong to the purchase that they are written on.',
  },
  {
    path: 'src/accounts/invoice-details/seller-details.ts',
    reads: ['purchases', 'sellers'],
    why: 'The shop says which version counts, and purchases which were used.',
  },
  {
    path: 'src/accounts/invoice-details/seller-country.ts',
    reads: ['sellers'],
    why: 'Where a seller is stands in their details or in the row of the shop, and pages read it within their one statement.',
  },
  {
    path: 'src/accounts/onboarding/find-owner.ts',
    reads: ['members', 'users'],
    why: 'Mails about the account go to the owner.',
  },
  {
    path: 'src/accounts/onboarding/store.ts',
    reads: ['members', 'sellers', 'users'],
    why: 'The connected account stands in the row of the shop.',
  },
  {
    path: 'src/accounts/roles/store.ts',
    reads: ['invitations', 'members'],
    why: 'A role that people hold, or are invited with, is not deleted.',
  },
  {
    path: 'src/accounts/roles/super-admin-store.ts',
    reads: ['users'],
    why: 'The platform role stands in the row of the user.',
  },
  {
    path: 'src/accounts/roles/user-store.ts',
    reads: ['members', 'sellers', 'users'],
    why: 'The list of users shows shops and roles, a page of it in one statement.',
  },
  {
    path: 'src/accounts/team/store.ts',
    reads: ['members', 'permissions', 'rolePermissions', 'roles', 'sellers', 'users'],
    why: 'The team is its members with their names and roles, in one statement.',
  },
  {
    path: 'src/accounts/team/find-members.ts',
    reads: ['members', 'permissions', 'rolePermissions', 'users'],
    why: 'Who may be told of something is asked in one statement.',
  },
  {
    path: 'src/accounts/uploads/store.ts',
    reads: ['sellers'],
    why: 'Uploads of the same seller wait for each other at its row.',
  },
  {
    path: 'src/buying/checkout/store.ts',
    reads: [
      'bumps',
      'formBumps',
      'formOfferSequence',
      'forms',
      'offers',
      'priceHistory',
      'sellerDetails',
      'sellerPolicies',
      'sellers',
      'timers',
    ],
    why: 'The public page is one statement.',
  },
  {
    path: 'src/buying/consumer-law/store.ts',
    reads: ['sellerDetails', 'sellers'],
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
    path: 'src/buying/withdrawal/list-withdrawals.ts',
    reads: ['disputes', 'forms', 'purchases', 'refunds'],
    why: 'The list says what became of each statement, as the books have it now, in one statement.',
  },
  {
    path: 'src/buying/withdrawal/store.ts',
    reads: ['disputes', 'forms', 'purchaseLines', 'purchases', 'refunds', 'sellers'],
    why: 'What can be withdrawn from is read whole, with its money, under the lock on the order.',
  },
  {
    path: 'src/foundation/db/seller-scope.ts',
    reads: ['members', 'users'],
    why: 'Every list is narrowed by the user or role whose shop it is.',
  },
  {
    path: 'src/operations/demo/store.ts',
    reads: ['forms', 'members', 'purchases', 'sellers', 'users'],
    why: 'The demo shop looks whether it was filled before.',
  },
  {
    path: 'src/operations/health/store.ts',
    reads: ['bookDifferences', 'mails', 'purchases', 'refunds', 'schedules', 'webhookEvents'],
    why: 'What waits to be done, and when things were last done, is one statement for each look.',
  },
  {
    path: 'src/payments/books/store.ts',
    reads: ['sellers'],
    why: 'The books of every connected account are compared.',
  },
  {
    path: 'src/payments/card-testing/record-attack.ts',
    reads: ['forms', 'members', 'users'],
    why: "The attack is told to the form's owner.",
  },
  {
    path: 'src/payments/card-testing/write-attack-mail.ts',
    reads: ['forms'],
    why: 'The mail names the form.',
  },
  {
    path: 'src/payments/disputes/write-dispute-mail.ts',
    reads: ['forms', 'purchases'],
    why: 'The mail names what was bought.',
  },
  {
    path: 'src/payments/inbox/store.ts',
    reads: ['purchases'],
    why: 'An event of a payment that is known already is stored as done, in one statement.',
  },
  {
    path: 'src/payments/pricing/charged-tax.ts',
    reads: ['taxes'],
    why: 'The tax of a form is a column of whichever statement reads the form to be paid.',
  },
  {
    path: 'src/payments/purchases/forget-attempts.ts',
    reads: [
      'buyerDetails',
      'disputes',
      'mails',
      'notices',
      'refunds',
      'shownOffers',
      'subscriptions',
      'withdrawals',
      'withdrawnPurchases',
    ],
    why: 'An attempt to pay that anything refers to is not forgotten.',
  },
  {
    path: 'src/payments/purchases/attach-purchases.ts',
    reads: ['customers'],
    writes: ['customers'],
    why: 'Purchases from before there were customers become theirs, a batch in one statement.',
  },
  {
    path: 'src/payments/purchases/know-customer.ts',
    reads: ['customers'],
    writes: ['customers'],
    why: 'Who pays is a customer from the statement on that makes the purchase paid.',
  },
  {
    path: 'src/payments/purchases/move-purchase.ts',
    reads: ['sellers'],
    why: 'A paid purchase keeps the invoice details and the policy of its moment, in the statement that moves it.',
  },
  {
    path: 'src/payments/purchases/record-renewal.ts',
    reads: ['sellers'],
    why: 'A renewal keeps the invoice details of its moment.',
  },
  {
    path: 'src/payments/subscriptions/customer-subscriptions.ts',
    reads: ['purchases'],
    why: 'A subscription belongs to who paid its order.',
  },
  {
    path: 'src/payments/refunds/list-refunds.ts',
    reads: ['purchases'],
    why: 'Refunds are listed by their purchase.',
  },
  {
    path: 'src/selling/customers/erase-customer.ts',
    reads: ['purchases'],
    why: 'Who is charged again is not forgotten, and mails belong to purchases.',
  },
  {
    path: 'src/selling/customers/filter',
    reads: ['disputes', 'purchases', 'refunds', 'subscriptions'],
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
    path: 'src/selling/taxes/store.ts',
    reads: ['sellers'],
    why: 'The status is of the connected account.',
  },
]
