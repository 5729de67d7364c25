import { parseArgs } from 'node:util'

/** How large a store is: of all sellers together, and of the one who has the most. */
export type Sizes = {
  readonly sellers: number
  readonly forms: number
  readonly purchases: number
  readonly ofOne: { readonly forms: number; readonly purchases: number; readonly customers: number }
}

/** What everything is compared with: a shop that has sold for a while, alone in its store. */
export const fewSizes: Sizes = {
  sellers: 1,
  forms: 100,
  purchases: 10_000,
  ofOne: { forms: 100, purchases: 10_000, customers: 3_000 },
}

/** One of the other sellers of a large store, in a store without any. */
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
  /** Where both stores lie, and stay; undefined: in a temporary folder that goes at the end. */
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

/** Reads `--fill` with its sizes and `--in FOLDER`; undefined: the benchmark of one shop is asked for. */
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
  // The others have what is left.
  if (read('purchases') < 2 * ofOne.purchases) throw new Error('--purchases: twice those of one, or more')
  const many = { sellers: read('sellers'), forms: read('forms'), purchases: read('purchases'), ofOne }
  return { many, folder: values.in }
}
