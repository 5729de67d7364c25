/** Stands in for the provider's browser script: gives the page `window.Stripe`. */
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
