/** What a form asks besides email and name, as it was typed. */
export type Asked = {
  /** By slug; the server reads them as the page does. */
  readonly answers: Readonly<Record<string, readonly string[]>>
  readonly details: Readonly<Record<string, string>>
}
