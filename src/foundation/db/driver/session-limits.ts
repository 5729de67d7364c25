const statementTimeout = 5_000
/** A busy connection silent for longer than any statement can take has lost its server; milliseconds. */
export const silenceTimeout = statementTimeout + 1_500

/** Sent with the connection; PgBouncer refuses them, so behind it they are set on the role. */
export const sessionLimits = {
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: silenceTimeout,
}
