/** The sandbox's version of Stripe's browser script, which sets `window.Stripe`. */
import { createStripe } from './stripe-object.ts'

const { currentScript } = document
if (!(currentScript instanceof HTMLScriptElement))
  throw new Error('stripe.js must be loaded by a script element')
const { origin } = new URL(currentScript.src)

Object.assign(window, {
  Stripe: Object.assign((key: unknown, options?: unknown) => createStripe(origin, key, options), {
    version: 'endive',
  }),
})
