import { parseArgs } from 'node:util'

/** How many sales a store has: for all sellers together, and for the largest one. */
export type Sizes = {
  readonly sellers: number
  readonly forms: number
  readonly purchases: number
  readonly ofOne: { readonly forms: number; readonly purchases: number; readonly customers: number }
}

/** The baseline: a shop with a few months of sales, alone in its store. */
export const fewSizes: Sizes = {
  sellers: 1,
  forms: 100,
  purchases: 10_000,
  ofOne: { forms: 100, purchases: 10_000, customers: 3_000 },
}

/** A shop as large as one of the large store's other sellers, but alone in its store. */
export function aloneSizes({ sellers, forms, purchases, ofOne }: Sizes): Sizes {
  const own = (all: number, ofLargest: number) => Math.ceil((all - ofLargest) / Math.max(1, sellers - 1))
  const sold = own(purchases, ofOne.purchases)
  const made = own(forms, ofOne.forms)
  const customers = Math.ceil((sold * ofOne.customers) / ofOne.purchases)
  return {
    sellers: 1,
    forms: made,
    purchases: sold,
    ofOne: { forms: made, purchases: sold, customers },
  }
}

export type GrowthOptions = {
  readonly many: Sizes
  /** The folder in which both stores are saved, or undefined for a temporary folder that is removed at the end. */
  readonly folder: string | undefined
}

const options = {
  fill: { type: 'boolean' },
  in: { type: 'string' },
  sellers: { type: 'string', default: '10000' },
  forms: { type: 'string', default: '1000000' },
  purchases: { type: 'string', default: '10000000' },
  'forms-of-one': { type: 'string', default: '100000' },
  'purchases-of-one': { type: 'string', default: '1000000' },
  'customers-of-one': { type: 'string', default: '300000' },
} as const

/** Reads `--fill` with its sizes and `--in FOLDER`. Returns undefined for the one-shop benchmark. */
export function readGrowthOptions(args: readonly string[]): GrowthOptions | undefined {
  if (!args.includes('--fill')) return undefined
  const { values } = parseArgs({ args: [...args], options })
  const read = (name: Exclude<keyof typeof options, 'fill' | 'in'>): number => {
    const value = Number(values[name])
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name}: a number, 1 or more`)
    return value
  }
  const ofOne = {
    forms: read('forms-of-one'),
    purchases: read('purchases-of-one'),
    customers: read('customers-of-one'),
  }
  // The other sellers share the remaining purchases.
  if (read('purchases') < 2 * ofOne.purchases)
    throw new Error('--purchases: at least twice those of the largest seller')
  const many = { sellers: read('sellers'), forms: read('forms'), purchases: read('purchases'), ofOne }
  return { many, folder: values.in }
}
