export const refundFailures = {
  not_refundable: 409,
  refund_refused: 409,
  idempotency_key_reused: 422,
  provider_unreachable: 503,
} as const
