const statementTimeout = 5_000
/** A connection in use that is silent for longer than any statement may take has lost its server; milliseconds. */
export const silenceTimeout = statementTimeout + 1_500

/** Sent with the connection, which PgBouncer refuses: behind it they are the role's. */
export const sessionLimits = {
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: silenceTimeout,
}
