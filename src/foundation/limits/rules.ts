/** A rate limit for one subject: `limit` uses within `window` seconds of the first. */
export type Rule = { readonly limit: number; readonly window: number }

const minute = 60
const hour = 60 * minute

export const rules = {
  signInOfAccount: { limit: 20, window: 15 * minute },
  signInFromAddress: { limit: 50, window: 15 * minute },
  /** In a browser that has signed in as the person before. */
  signInAtDevice: { limit: 20, window: 15 * minute },
  /** Right passwords are not guesses, but cost work all the same. */
  rightPassword: { limit: 100, window: 15 * minute },
  passkeyFromAddress: { limit: 300, window: 15 * minute },
  /** Guesses of the second factor's code, and of the password by a signed-in person. */
  codeOfAccount: { limit: 10, window: 15 * minute },
  proofOfAccount: { limit: 20, window: 15 * minute },
  registerFromAddress: { limit: 10, window: hour },
  forgotOfAccount: { limit: 5, window: hour },
  confirmOfAccount: { limit: 5, window: hour },
  changeOfAccount: { limit: 5, window: hour },
  /** Statement confirmations, which anyone can have sent to an address. */
  withdrawalMailTo: { limit: 5, window: hour },
  /** The same on behalf of one shop, to any addresses. */
  withdrawalMailOfShop: { limit: 10, window: hour },
  withdrawalFromAddress: { limit: 5, window: hour },
  /** Free orders, whose receipts anyone can have sent to an address. */
  freeOrderOfAddress: { limit: 5, window: hour },
  /** From then on each free order of the shop, or of any shop, requires a proof of work. */
  freeOrderOfShop: { limit: 200, window: hour },
  freeOrderInAll: { limit: 2_000, window: hour },
  /** Orders made free by a coupon, limited per buyer: they ask for no card. */
  freeCouponFromAddress: { limit: 20, window: 24 * hour },
  buyerLinkOfAddress: { limit: 5, window: hour },
  buyerLinkFromAddress: { limit: 20, window: hour },
  contactFromAddress: { limit: 5, window: hour },
  /** Messages to the operator from anyone: each further one requires a proof of work. */
  contactInAll: { limit: 100, window: hour },
  registerCardFromAddress: { limit: 10, window: hour },
  socialFromAddress: { limit: 50, window: 15 * minute },
  refreshFromAddress: { limit: 60, window: minute },
  uploadFromAddress: { limit: 60, window: hour },
  payFromAddress: { limit: 60, window: hour },
  /** Wrong coupon codes. */
  codeFromAddress: { limit: 10, window: 10 * minute },
  /** From then on each code typed on the form requires a proof of work. */
  codeOnForm: { limit: 200, window: hour },
  /** Checking a purchase, and giving one up: both ask the provider. */
  askFromAddress: { limit: 300, window: 15 * minute },
  /** Concurrent attempts, whose declines are not known yet. */
  attemptAtOnce: { limit: 10, window: 10 },
  /** Across all forms: a crowd behind one address, as in a hall, pays on one form. */
  attemptAtOnceFromAddress: { limit: 20, window: 10 },
  /** Invoices and proofs to be written: an identical one is cached. */
  documentOf: { limit: 20, window: 15 * minute },
  documentFromAddress: { limit: 200, window: 15 * minute },
  subscriptionFromAddress: { limit: 120, window: 15 * minute },
  cardChangeFromAddress: { limit: 10, window: hour },
  /** From any network: cards can be tried on Stripe with each card change that was begun. */
  cardChangeOfSubscription: { limit: 10, window: 24 * hour },
  /** A seller's saved cards, and attempts with one. */
  planCardOfSeller: { limit: 20, window: hour },
  /** The same across sellers. */
  planCardFromAddress: { limit: 20, window: hour },
  /** Failed attempts of all: from then on each requires a proof of work. */
  planCardInAll: { limit: 30, window: hour },
  /** A saved card was tried once, however often it is saved. */
  planCardKept: { limit: 1, window: 24 * hour },
  /** The operator is notified once when attempts exceed the limit. */
  planCardsTold: { limit: 1, window: hour },
  declineFromAddress: { limit: 5, window: 15 * minute },
  /** An address's declines on one form; each lengthens the wait. */
  declineOnForm: { limit: 5, window: 15 * minute },
  /** While active, an address must wait before it tries the same form again; its window is the wait. */
  waitAfterDecline: { limit: 1, window: minute },
  /** Declines of purchases after an order, from anywhere; its offers end before the window does. */
  declineOfOrder: { limit: 5, window: 2 * hour },
  declineOfForm: { limit: 100, window: hour },
  /** While active, a form's attempts require a proof of work; each further decline extends it by this long. */
  attackOnForm: { limit: 1, window: hour },
  /** A proof of work counts once. */
  proof: { limit: 1, window: 10 * minute },
  /** Retrying a declined card too often earns a fine from its network. */
  renewalTry: { limit: 5, window: 24 * hour },
  /** A receipt resent by its seller. */
  receiptOfPurchase: { limit: 5, window: 24 * hour },
  /** The same for holders of a replaced link. */
  linkOfPurchase: { limit: 5, window: 24 * hour },
  /** Each notifies the previous address. */
  correctionOfCustomer: { limit: 5, window: 24 * hour },
  /** Calls of a seller's receivers that the seller starts. */
  endpointCallOfSeller: { limit: 60, window: hour },
  /** Emails about unpaid orders, of all shops to one address; a little less than a day, so that daily ones are not late. */
  recoveryTo: { limit: 1, window: 23 * hour },
  /** The same to one mail host. */
  recoveryToHost: { limit: 50, window: hour },
  /** Reminders that a page offers, from one address, and on one form from one address. */
  reminderFromAddress: { limit: 20, window: hour },
  reminderOnForm: { limit: 3, window: hour },
  /** Links to an order that was almost placed. */
  resumeFromAddress: { limit: 60, window: hour },
  inviteOfSeller: { limit: 30, window: hour },
  /** For anyone opening many accounts to have strangers written to. */
  inviteFromAddress: { limit: 60, window: hour },
  inviteTo: { limit: 5, window: hour },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
