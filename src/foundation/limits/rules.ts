/** A rate limit for one subject: `limit` uses within `window` seconds of the first one. */
export type Rule = { readonly limit: number; readonly window: number }

const minute = 60
const hour = 60 * minute

export const rules = {
  signInOfAccount: { limit: 20, window: 15 * minute },
  signInFromAddress: { limit: 50, window: 15 * minute },
  /** Sign-in attempts in a browser in which the person has signed in before. */
  signInAtDevice: { limit: 20, window: 15 * minute },
  /** Sign-ins with the right password. They are not guesses, but still cause work. */
  rightPassword: { limit: 100, window: 15 * minute },
  passkeyFromAddress: { limit: 300, window: 15 * minute },
  /** Guesses at the code of the second factor, and at the password by someone who is signed in. */
  codeOfAccount: { limit: 10, window: 15 * minute },
  proofOfAccount: { limit: 20, window: 15 * minute },
  registerFromAddress: { limit: 10, window: hour },
  forgotOfAccount: { limit: 5, window: hour },
  confirmOfAccount: { limit: 5, window: hour },
  changeOfAccount: { limit: 5, window: hour },
  /** Emails that confirm a statement, which anyone can have sent to any address. */
  withdrawalMailTo: { limit: 5, window: hour },
  /** Emails that confirm a statement, sent for one shop to any addresses. */
  withdrawalMailOfShop: { limit: 10, window: hour },
  withdrawalFromAddress: { limit: 5, window: hour },
  /** Free orders, whose receipts anyone can have sent to any address. */
  freeOrderOfAddress: { limit: 5, window: hour },
  /** Beyond this limit, each free order in the shop, or in any shop, requires a proof of work. */
  freeOrderOfShop: { limit: 200, window: hour },
  freeOrderInAll: { limit: 2_000, window: hour },
  /** Orders that a coupon with a limit per buyer makes free. They need no card. */
  freeCouponFromAddress: { limit: 20, window: 24 * hour },
  buyerLinkOfAddress: { limit: 5, window: hour },
  buyerLinkFromAddress: { limit: 20, window: hour },
  contactFromAddress: { limit: 5, window: hour },
  /** Messages to the operator from anyone. Beyond this limit, each requires a proof of work. */
  contactInAll: { limit: 100, window: hour },
  registerCardFromAddress: { limit: 10, window: hour },
  socialFromAddress: { limit: 50, window: 15 * minute },
  refreshFromAddress: { limit: 60, window: minute },
  uploadFromAddress: { limit: 60, window: hour },
  payFromAddress: { limit: 60, window: hour },
  /** Wrong coupon codes. */
  codeFromAddress: { limit: 10, window: 10 * minute },
  /** Beyond this limit, each code typed on the form requires a proof of work. */
  codeOnForm: { limit: 200, window: hour },
  /** Requests to check a purchase or to give it up. Both call the provider. */
  askFromAddress: { limit: 300, window: 15 * minute },
  /** VAT numbers that the register has not been asked about for a shop within a day. */
  vatNumberFromAddress: { limit: 30, window: hour },
  /** Places for which the provider calculates the tax. */
  taxFromAddress: { limit: 30, window: 15 * minute },
  /** Concurrent attempts, which may turn out to be declined. */
  attemptAtOnce: { limit: 10, window: 10 },
  /** Payments across all forms. Many people behind one IP address, as in a concert hall, pay on a single form. */
  attemptAtOnceFromAddress: { limit: 20, window: 10 },
  /** Invoices and proofs to be written. Identical ones are cached. */
  documentOf: { limit: 20, window: 15 * minute },
  documentFromAddress: { limit: 200, window: 15 * minute },
  subscriptionFromAddress: { limit: 120, window: 15 * minute },
  cardChangeFromAddress: { limit: 10, window: hour },
  /** Card changes from any network, because each started change allows attempts with cards at Stripe. */
  cardChangeOfSubscription: { limit: 10, window: 24 * hour },
  /** Changes that can be made and undone repeatedly, with an email to the buyer each time. */
  changeOfSubscription: { limit: 10, window: 24 * hour },
  /** Cards that a seller saves, and attempts to save one. */
  planCardOfSeller: { limit: 20, window: hour },
  /** Cards saved from one IP address, for all sellers together. */
  planCardFromAddress: { limit: 20, window: hour },
  /** Failed attempts to save a card, in total. Beyond this limit, each attempt requires a proof of work. */
  planCardInAll: { limit: 30, window: hour },
  /**
   * Cards that were declined with the client secret of a plan payment or card setup. At the limit, that payment or
   * setup is canceled.
   */
  planDeclineOfSeller: { limit: 5, window: hour },
  planDeclineFromAddress: { limit: 5, window: hour },
  /** Marks a saved card as counted, so that saving it again does not count. */
  planCardKept: { limit: 1, window: 24 * hour },
  /** The operator is notified once when the attempts exceed the limit. */
  planCardsTold: { limit: 1, window: hour },
  declineFromAddress: { limit: 5, window: 15 * minute },
  /** An IP address's declines on one form. Each makes the wait longer. */
  declineOnForm: { limit: 5, window: 15 * minute },
  /**
   * While this is active, an IP address must wait before its next attempt on the same form. The window is the waiting
   * time.
   */
  waitAfterDecline: { limit: 1, window: minute },
  /** Declined purchases that follow an order, from any network. The order's offers end before the window does. */
  declineOfOrder: { limit: 5, window: 2 * hour },
  /** Marks that a browser has the secret of a renewal's payment. */
  secretOfRenewal: { limit: 1, window: 90 * 24 * hour },
  declineOfForm: { limit: 100, window: hour },
  /** While active, attempts on a form require a proof of work. Each further decline extends it by this time. */
  attackOnForm: { limit: 1, window: hour },
  /** Marks a proof of work as used, because each counts only once. */
  proof: { limit: 1, window: 10 * minute },
  /** Retries of a declined card, for which the card networks charge a fine if there are too many. */
  renewalTry: { limit: 5, window: 24 * hour },
  /** Changes to a purchase's invoice details, each of which can create a credit note and an invoice. */
  detailsOfPurchase: { limit: 5, window: 24 * hour },
  /** Receipts that a seller sends again. */
  receiptOfPurchase: { limit: 5, window: 24 * hour },
  /** Receipts sent again to holders of a replaced link. */
  linkOfPurchase: { limit: 5, window: 24 * hour },
  /** Changes to an email address, each of which notifies the previous address. */
  correctionOfCustomer: { limit: 5, window: 24 * hour },
  /** An API key’s first call from each network. A key used from too many networks is paused. */
  keyFromNetwork: { limit: 1, window: hour },
  networksOfKey: { limit: 50, window: hour },
  /** Calls that a seller starts to their endpoints. */
  endpointCallOfSeller: { limit: 60, window: hour },
  /**
   * Emails about unpaid orders to one address, from all shops. The window is a little shorter than a day, so that daily
   * emails are not late.
   */
  recoveryTo: { limit: 1, window: 23 * hour },
  /** Emails about unpaid orders to one mail host. */
  recoveryToHost: { limit: 50, window: hour },
  /** Requests for a reminder on a page, from one IP address, and on one form from one IP address. */
  reminderFromAddress: { limit: 20, window: hour },
  reminderOnForm: { limit: 3, window: hour },
  /** Requests for an order with the link that leads back to it. */
  resumeFromAddress: { limit: 60, window: hour },
  /** Requests for a link back to an order after a decline, to one email address and from one network. */
  orderLinkTo: { limit: 3, window: 23 * hour },
  orderLinkFromAddress: { limit: 20, window: hour },
  inviteOfSeller: { limit: 30, window: hour },
  /** Invitations from one IP address. This stops anyone who opens many accounts to send emails to strangers. */
  inviteFromAddress: { limit: 60, window: hour },
  inviteTo: { limit: 5, window: hour },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
