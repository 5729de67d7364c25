/** Why something on forms cannot take another currency. */
export function currencyInUse(forms: number): string {
  return `The currency cannot change while ${forms === 1 ? '1 form uses' : `${forms} forms use`} this`
}
