import { currencySigns } from '#foundation/money/currency-signs.ts'
import { plainEmail } from '#foundation/typed/read-email.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { CouponCode } from '../../coupon/coupon-code.tsx'
import { loadDetails } from '../../details/load-details.ts'
import { openPayment, whoReturns } from '../../payment/open-payment.ts'
import { PayTurn } from '../../form/pay-turn.tsx'
import { payApi } from '../../payment/pay-api.ts'
import { loadOffers, Paid } from '../../offers/paid.tsx'
import { Processing } from '../../payment/processing.tsx'
import { readTyped, emailProblem } from '../../form/read-typed.ts'
import { startTiming } from '../../timing/start-timing.ts'
import { openQuestions } from '../../fields/open-questions.ts'
import { AfterDecline } from '../../resume/after-decline.tsx'
import { Reminder } from '../../resume/reminder.tsx'
import { WelcomeBack } from '../../resume/welcome-back.tsx'
import { Leaving } from '../leaving.tsx'
import { Notice } from '../notice.tsx'

/**
 * The parts that a page needs after a click on the button, or once its timer has ended. Nothing is charged before it
 * has loaded, so every buyer who has paid sees a page that confirms it.
 */
export const lateParts = {
  openPayment,
  openQuestions,
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
  WelcomeBack,
  Reminder,
  AfterDecline,
  timing: startTiming,
  currencySigns,
  plainEmail,
  emailProblem,
  readTyped,
  readWhole,
}

export type LateParts = typeof lateParts
