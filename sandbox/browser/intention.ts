import type { Intention } from './frames/frame-messages.ts'
import { isHarmless } from './elements/element-style.ts'
import { integrationError } from './provider-error.ts'
import { isRecord } from './record.ts'

/** What a group of elements is used for, or undefined if it contains only a card. */
export function intentionOf(options: unknown): Intention | undefined {
  const given = isRecord(options) ? options : {}
  refuseRemoved(given)
  const { mode } = given
  if (mode === undefined) return undefined
  if (mode !== 'payment' && mode !== 'subscription' && mode !== 'setup')
    throw integrationError('Invalid value for elements(): mode should be payment, setup or subscription.')
  const { currency, amount = 0, setupFutureUsage, paymentMethodOptions } = given
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency))
    throw integrationError(
      'Invalid value for elements(): currency should be one of the supported currencies.',
    )
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
    throw integrationError('Invalid value for elements(): amount should be a positive integer.')
  if (mode === 'payment' && amount === 0)
    throw integrationError('Invalid value for elements(): amount should be greater than 0 in payment mode.')
  return {
    mode,
    currency,
    amount,
    setupFutureUsage: usageOf(setupFutureUsage, mode),
    paymentMethodOptions: isRecord(paymentMethodOptions) ? paymentMethodOptions : {},
    allowedPaymentMethodTypes: typesIn(given, 'allowedPaymentMethodTypes'),
    excludedPaymentMethodTypes: typesIn(given, 'excludedPaymentMethodTypes') ?? [],
    variables: variablesIn(given['appearance']),
  }
}

/** The elements' options after a change by the page. The mode stays the same. */
export function changedIntention(before: Intention | undefined, options: unknown): Intention | undefined {
  const changes = isRecord(options) ? options : {}
  if (before === undefined) return intentionOf(changes)
  const { variables, ...rest } = before
  return intentionOf({ ...rest, appearance: { variables }, ...changes, mode: before.mode })
}

function typesIn(options: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const given = options[name]
  if (given === undefined) return undefined
  if (Array.isArray(given) && given.every((type) => typeof type === 'string')) return given
  throw integrationError(`Invalid value for elements(): ${name} should be a list of payment method types.`)
}

/**
 * The supported part of the appearance API: its variables and the border of a field. Values that could load
 * something or end a CSS declaration are left out.
 */
function variablesIn(appearance: unknown): Record<string, string> {
  const { variables, rules } = isRecord(appearance) ? appearance : {}
  const input = isRecord(rules) ? rules['.Input'] : undefined
  const edge = isRecord(input) ? { inputBorderColor: input['borderColor'] } : {}
  const entries = Object.entries({ ...edge, ...(isRecord(variables) ? variables : {}) })
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return /^[a-zA-Z]+$/.test(name) && typeof value === 'string' && isHarmless(value)
    }),
  )
}

/** A subscription always saves its payment method, requested or not. */
function usageOf(given: unknown, mode: Intention['mode']): Intention['setupFutureUsage'] {
  if (given === 'off_session' || given === 'on_session') return given
  if (given !== undefined && given !== null)
    throw integrationError(
      'Invalid value for elements(): setupFutureUsage should be off_session or on_session.',
    )
  return mode === 'payment' ? null : 'off_session'
}

function refuseRemoved(options: Readonly<Record<string, unknown>>): void {
  for (const name of ['paymentMethodTypes', 'payment_method_types']) {
    if (options[name] !== undefined)
      throw integrationError(`elements(): ${name} is no longer supported. Use allowedPaymentMethodTypes.`)
  }
}
