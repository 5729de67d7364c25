/**
 * An address as mail servers take it: dots at an end of its local part, or several in a row, are quoted (RFC 5321, 4.1.2).
 * It holds nothing that would have to be escaped there: `read-email.ts` has read it.
 */
export function mailboxOf(address: string): string {
  return address.replace(/^(?=\.|[^@]*\.[.@])[^@"\\]+(?=@[^@]*$)/, '"$&"')
}
