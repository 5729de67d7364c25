import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { bumpCreate, type Bump, type BumpCreate } from '../contract.ts'

/** An order bump as its editor holds it. */
export type BumpValues = z.input<typeof bumpCreate>

export const checkBump = zodResolver<BumpValues, unknown, BumpCreate>(bumpCreate)
export const bumpFieldNames = z.keyof(bumpCreate).options

export function newBumpValues(currency = 'usd'): BumpValues {
  return { title: '', description: '', image: '', amount: null, currency, files: [] }
}

export function bumpValuesOf({ title, description, image, amount, currency, files }: Bump): BumpValues {
  return { title, description, image, amount, currency, files: files ?? [] }
}
