/** How often a thing may be done by one subject: `limit` times within `window` seconds of the first time. */
export type Rule = { readonly limit: number; readonly window: number }

const minute = 60
const hour = 60 * minute

export const rules = {
  signInOfAccount: { limit: 20, window: 15 * minute },
  signInFromAddress: { limit: 50, window: 15 * minute },
  /** In a browser that has signed in as the person before. */
  signInAtDevice: { limit: 20, window: 15 * minute },
  /** Right passwords are no guesses; they cost work all the same. */
  rightPassword: { limit: 100, window: 15 * minute },
  passkeyFromAddress: { limit: 300, window: 15 * minute },
  /** Guesses of the second factor's code, and of the password by who is signed in. */
  codeOfAccount: { limit: 10, window: 15 * minute },
  proofOfAccount: { limit: 20, window: 15 * minute },
  registerFromAddress: { limit: 10, window: hour },
  forgotOfAccount: { limit: 5, window: hour },
  confirmOfAccount: { limit: 5, window: hour },
  changeOfAccount: { limit: 5, window: hour },
  /** Confirmations of statements that anybody can have sent to an address. */
  withdrawalMailTo: { limit: 5, window: hour },
  /** The same in the name of one shop, to however many addresses. */
  withdrawalMailOfShop: { limit: 10, window: hour },
  withdrawalFromAddress: { limit: 5, window: hour },
  /** Orders that cost nothing, whose receipts anybody can have sent to an address. */
  freeOrderOfAddress: { limit: 5, window: hour },
  /** From then on each free order of the shop, or of any shop, needs a proof of work. */
  freeOrderOfShop: { limit: 200, window: hour },
  freeOrderInAll: { limit: 2_000, window: hour },
  /** Orders that a coupon makes free, of which each buyer may have so many: they ask for no card. */
  freeCouponFromAddress: { limit: 20, window: 24 * hour },
  buyerLinkOfAddress: { limit: 5, window: hour },
  buyerLinkFromAddress: { limit: 20, window: hour },
  contactFromAddress: { limit: 5, window: hour },
  /** Messages to whoever operates this, whoever they are from: each further one needs a proof of work. */
  contactInAll: { limit: 100, window: hour },
  registerCardFromAddress: { limit: 10, window: hour },
  socialFromAddress: { limit: 50, window: 15 * minute },
  refreshFromAddress: { limit: 60, window: minute },
  uploadFromAddress: { limit: 60, window: hour },
  payFromAddress: { limit: 60, window: hour },
  /** Codes of coupons that were none. */
  codeFromAddress: { limit: 10, window: 10 * minute },
  /** From then on each code that is typed on the form needs a proof of work. */
  codeOnForm: { limit: 200, window: hour },
  /** Looking at a purchase, and giving one up: both ask the provider. */
  askFromAddress: { limit: 300, window: 15 * minute },
  /** Attempts that come at once are not told by their declines yet. */
  attemptAtOnce: { limit: 10, window: 10 },
  /** Over all forms: a crowd behind one address, as in a hall, pays one form. */
  attemptAtOnceFromAddress: { limit: 20, window: 10 },
  /** Invoices and proofs that have to be written: one that says the same as before is kept. */
  documentOf: { limit: 20, window: 15 * minute },
  documentFromAddress: { limit: 200, window: 15 * minute },
  subscriptionFromAddress: { limit: 120, window: 15 * minute },
  cardChangeFromAddress: { limit: 10, window: hour },
  /** Cards that a seller puts on file, and tries of one. */
  planCardOfSeller: { limit: 20, window: hour },
  /** The same of however many sellers. */
  planCardFromAddress: { limit: 20, window: hour },
  /** Those of all that did not end well: from then on each needs a proof of work. */
  planCardInAll: { limit: 30, window: hour },
  /** A card on file was tried once, however often it is kept. */
  planCardKept: { limit: 1, window: 24 * hour },
  /** Whoever operates this hears once of tries beyond the bound. */
  planCardsTold: { limit: 1, window: hour },
  declineFromAddress: { limit: 5, window: 15 * minute },
  /** Declines of an address on one form; each makes the wait longer. */
  declineOnForm: { limit: 5, window: 15 * minute },
  /** While it stands, an address waits before it tries the same form again; its window is the wait. */
  waitAfterDecline: { limit: 1, window: minute },
  /** Declined cards of what is paid after an order, wherever they come from; its offers are over before the window is. */
  declineOfOrder: { limit: 5, window: 2 * hour },
  declineOfForm: { limit: 100, window: hour },
  /** While it stands, a form's attempts need a proof of work; it stands for this long after each further decline. */
  attackOnForm: { limit: 1, window: hour },
  /** A proof of work counts once. */
  proof: { limit: 1, window: 10 * minute },
  /** A declined card that is tried too often is a fine from its network. */
  renewalTry: { limit: 5, window: 24 * hour },
  /** A receipt that a seller has sent again. */
  receiptOfPurchase: { limit: 5, window: 24 * hour },
  /** The same for who holds a link that was replaced. */
  linkOfPurchase: { limit: 5, window: 24 * hour },
  /** Each tells the address before of it. */
  correctionOfCustomer: { limit: 5, window: 24 * hour },
  inviteOfSeller: { limit: 30, window: hour },
  /** However many accounts somebody opens to have strangers written to. */
  inviteFromAddress: { limit: 60, window: hour },
  inviteTo: { limit: 5, window: hour },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
