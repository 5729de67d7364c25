const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * Formats minor units for people, such as `4,999.00 USD`. Uses Stripe's decimals, which can differ from those
 * of Intl.
 */
export function formatAmount(amount: number, currency: string): string {
  const digits = zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2
  const units = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = units.slice(0, units.length - digits).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits === 0 ? '' : `.${units.slice(-digits)}`
  return `${amount < 0 ? '-' : ''}${whole}${fraction} ${currency.toUpperCase()}`
}
