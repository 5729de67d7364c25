import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { compareBooksWhenDue } from './compare-books.ts'
import { booksContract } from './contract.ts'
import { booksHandlers } from './handlers.ts'

const minute = 60_000

export function registerBooks({ serve, work }: Registry, parts: PaymentParts): void {
  serve(booksContract, booksHandlers(parts))
  work('comparison', minute, () => compareBooksWhenDue(parts))
}
