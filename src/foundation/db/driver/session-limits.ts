const statementTimeout = 5_000
/**
 * The longest silence of a busy connection, in milliseconds: longer than any statement can take. After that, its server
 * is considered lost.
 */
export const silenceTimeout = statementTimeout + 1_500

/**
 * Settings that are sent with each new connection. PgBouncer rejects them, so behind PgBouncer they must be set on the
 * role.
 */
export const sessionLimits = {
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: silenceTimeout,
}
