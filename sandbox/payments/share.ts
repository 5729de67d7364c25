/** Computes `amount * part / whole` in whole minor units, rounded half away from zero without using fractions. */
export function share(amount: number, part: number | bigint, whole: number | bigint): number {
  const divisor = BigInt(whole)
  const product = BigInt(amount) * BigInt(part)
  const magnitude = product < 0n ? -product : product
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return Number(product < 0n ? -rounded : rounded)
}

const tenThousandths = 10_000n

/** A percentage with up to four decimals as a whole number of ten-thousandths: `17.5` becomes 175000. */
export function percentageParts(percentage: string): bigint {
  const [whole = '0', fraction = ''] = percentage.split('.')
  return BigInt(whole) * tenThousandths + BigInt(fraction.padEnd(4, '0').slice(0, 4))
}

/** One hundred percent, in ten-thousandths of a percent. */
export const wholeParts = 100n * tenThousandths
