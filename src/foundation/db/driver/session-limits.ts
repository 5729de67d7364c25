const statementTimeout = 5_000
/** A busy connection that is silent for longer than any statement can take has lost its server. In milliseconds. */
export const silenceTimeout = statementTimeout + 1_500

/**
 * Settings that are sent with each new connection. PgBouncer rejects them, so behind it they must be set on
 * the role.
 */
export const sessionLimits = {
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: silenceTimeout,
}
