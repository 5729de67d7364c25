/** "STRIPE TEST BANK •••• 6789"; null where the provider did not say. */
export function bankText(
  bank: { readonly name: string | null; readonly last4: string } | null,
): string | null {
  return bank === null ? null : `${bank.name ?? 'Your bank account'} •••• ${bank.last4}`
}
