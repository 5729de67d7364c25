import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { bump, bumpCreate, bumpFields, type Bump, type BumpCreate } from '../contract.ts'

/** An order bump as its editor holds it. */
export type BumpValues = z.input<typeof bumpCreate>

/** How its editors check it. */
export const bumpForm = {
  resolver: zodResolver<BumpValues, unknown, BumpCreate>(bumpCreate),
  names: z.keyof(bumpCreate).options,
}

const defaults = bumpFields.omit({ title: true, description: true, image: true }).parse({})

export function newBumpValues(currency = defaults.currency): BumpValues {
  return { ...defaults, title: '', description: '', image: '', amount: null, files: [], currency }
}

export function bumpValuesOf(stored: Bump): BumpValues {
  const { id: _, ...values } = bump.parse(stored)
  return { ...values, files: values.files ?? [] }
}
