/** An error as the provider's API and browser script give it; it can have more fields, such as `payment_intent`. */
export type ProviderError = {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly [field: string]: unknown
}

/** Thrown when the page misuses the script; never for anything a buyer does. */
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
