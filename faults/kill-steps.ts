import { methodKills } from './method-kills.ts'
import { couponKills } from './coupon-kills.ts'
import { offerKills } from './offer-kills.ts'
import { otherStrikes } from './other-strikes.ts'
import { planKills } from './plan-kills.ts'
import { productKills } from './product-kills.ts'
import { refundStrikes } from './refund-strikes.ts'
import type { Step } from './strike.ts'
import { stockKills } from './stock-kills.ts'
import { subscriptionKills } from './subscription-kills.ts'
import { withdrawalKills } from './withdrawal-kills.ts'

/** One payment for every kind of failure. */
export const killSteps: readonly Step[] = [
  ...productKills,
  ...methodKills,
  ...subscriptionKills,
  ...planKills,
  ...otherStrikes,
  ...offerKills,
  ...couponKills,
  ...stockKills,
  ...refundStrikes,
  ...withdrawalKills,
]
