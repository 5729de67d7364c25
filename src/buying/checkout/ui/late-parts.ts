import { currencySigns } from '#foundation/money/currency-signs.ts'
import { plainEmail } from '#foundation/typed/read-email.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { CouponCode } from './coupon-code.tsx'
import { emailProblem } from './email-problem.ts'
import { Leaving } from './leaving.tsx'
import { loadDetails } from './load-details.ts'
import { Notice } from './notice.tsx'
import { openPayment, whoReturns } from './open-payment.ts'
import { PayTurn } from './pay-turn.tsx'
import { payApi } from './pay-api.ts'
import { loadOffers, Paid } from './paid.tsx'
import { Processing } from './processing.tsx'
import { readTyped } from './read-typed.ts'
import { startTiming } from './start-timing.ts'

/**
 * What a page needs from the press of the button on, or once its time is over, in a script of its own. Nothing is charged
 * before it is there, so that whoever has paid has the page that says so.
 */
export const lateParts = {
  openPayment,
  payApi,
  whoReturns,
  loadOffers,
  loadDetails,
  CouponCode,
  Paid,
  PayTurn,
  Processing,
  Leaving,
  Notice,
  timing: startTiming,
  currencySigns,
  plainEmail,
  emailProblem,
  readTyped,
  readWhole,
}

export type LateParts = typeof lateParts
