/** An error as returned by Stripe's API and browser script. It can have more fields, such as `payment_intent`. */
export type ProviderError = {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly [field: string]: unknown
}

/** An error for wrong use of the script by the page, never for a buyer's action. */
export function integrationError(message: string): Error {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

export const connectionError: ProviderError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

export const authenticationFailure = {
  type: 'invalid_request_error',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const satisfies ProviderError
