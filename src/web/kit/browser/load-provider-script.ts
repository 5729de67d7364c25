import type { Stripe } from '@stripe/stripe-js'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { cardProviderFacts } from '../layout/page-facts.ts'
import { inTime } from './in-time.ts'

let loading: Promise<Stripe | null> | undefined

/**
 * Loads the provider's browser script for the platform's own account, or returns null if it cannot be loaded
 * in time. Pages with a card field allow its frames and requests (see `takesCards`).
 */
export function loadProviderScript(): Promise<Stripe | null> {
  loading ??= start().then((stripe) => {
    // A failed load can succeed when it is tried again.
    if (stripe === null) loading = undefined
    return stripe
  })
  return loading
}

async function start(): Promise<Stripe | null> {
  const { publishableKey, scriptUrl } = cardProviderFacts()
  if (window.Stripe === undefined) await inTime(loadScript(scriptUrl))
  return window.Stripe?.(publishableKey) ?? null
}

function loadScript(url: string): Promise<null> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.addEventListener('load', () => resolve(null))
    script.addEventListener('error', () => {
      script.remove()
      resolve(null)
    })
    script.src = url
    document.head.append(script)
  })
}

/**
 * Whether this document's security policy allows a card field. Moving within the app does not change a
 * document's policy.
 */
export function takesCards(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname === path
}

export type BankProblem = {
  /** The problem, as text for people. */
  readonly message: string
  /** The bank asked for authentication, which failed. */
  readonly isNotAuthenticated: boolean
}

/** Lets the bank authenticate a waiting payment. Returns the problem, or null. */
export async function answerBank(clientSecret: string): Promise<BankProblem | null> {
  const failed = (message: string) => ({ message, isNotAuthenticated: false })
  const stripe = await loadProviderScript()
  if (stripe === null) return failed(cardMessages.notLoaded())
  try {
    const { error } = await stripe.handleNextAction({ clientSecret })
    if (error === undefined) return null
    const isNotAuthenticated = error.code === 'payment_intent_authentication_failure'
    return { message: error.message ?? cardMessages.methodFailed(), isNotAuthenticated }
  } catch {
    return failed(cardMessages.methodFailed())
  }
}
