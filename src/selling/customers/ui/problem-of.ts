/** What is wrong with what was written, if anything. */
export function problemOf(parsed: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] }
}): string | undefined {
  return parsed.error?.issues[0]?.message
}
