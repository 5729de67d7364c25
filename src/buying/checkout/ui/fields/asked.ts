/** The buyer's answers and details besides email and name, as typed. */
export type Asked = {
  /** The answers by slug. The server reads them with the same code as the page. */
  readonly answers: Readonly<Record<string, readonly string[]>>
  readonly details: Readonly<Record<string, string>>
}
