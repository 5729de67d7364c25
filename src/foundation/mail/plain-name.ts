const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const wordJoiner = '\u2060'

/**
 * A name that somebody typed, such as a buyer's or a product's, as a mail may carry it: on one line, in one direction,
 * and with an invisible mark where a mail program would otherwise make a link of it. A free form would let a stranger
 * send links to any address by way of the receipt.
 */
export function plainName(name: string): string {
  return name
    .replaceAll(controls, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .replaceAll(/[.:@/](?=\S)/g, `$&${wordJoiner}`)
}
