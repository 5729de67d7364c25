/** Card brands by their leading digits, with rules for the number and the security code. */
export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown'

type BrandRules = {
  readonly brand: CardBrand
  readonly label: string
  readonly lengths: readonly number[]
  readonly cvcLength: 3 | 4
  /** The sizes of the groups of digits in which a card number is shown. */
  readonly groups: readonly number[]
}

type BrandPattern = BrandRules & {
  readonly pattern: RegExp
}

const fours = [4, 4, 4, 4] as const

const patterns: readonly BrandPattern[] = [
  { brand: 'visa', label: 'VISA', pattern: /^4/, lengths: [16], cvcLength: 3, groups: fours },
  {
    brand: 'mastercard',
    label: 'MC',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvcLength: 3,
    groups: fours,
  },
  { brand: 'amex', label: 'AMEX', pattern: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
  {
    brand: 'discover',
    label: 'DISC',
    pattern: /^(6011|64[4-9]|65)/,
    lengths: [16],
    cvcLength: 3,
    groups: fours,
  },
  {
    brand: 'diners',
    label: 'DC',
    pattern: /^(36|38|39)/,
    lengths: [14],
    cvcLength: 3,
    groups: [4, 6, 4],
  },
  { brand: 'diners', label: 'DC', pattern: /^30/, lengths: [16], cvcLength: 3, groups: fours },
  { brand: 'jcb', label: 'JCB', pattern: /^35(2[89]|[3-8])/, lengths: [16], cvcLength: 3, groups: fours },
  {
    brand: 'unionpay',
    label: 'UP',
    pattern: /^(62|81)/,
    lengths: [16, 17, 18, 19],
    cvcLength: 3,
    groups: [...fours, 3],
  },
]

const unknown: BrandRules = { brand: 'unknown', label: 'TEST', lengths: [16], cvcLength: 4, groups: fours }

export function brandRules(digits: string): BrandRules {
  return patterns.find(({ pattern }) => pattern.test(digits)) ?? unknown
}

export function longestNumber(rules: BrandRules): number {
  return Math.max(...rules.lengths)
}
