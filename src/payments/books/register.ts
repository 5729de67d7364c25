import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { compareBooksWhenDue } from './compare-books.ts'
import { booksContract } from './contract.ts'
import { booksHandlers } from './handlers.ts'

const minute = 60_000

export function registerBooks({ serve, work }: Registry, services: PaymentServices): void {
  serve(booksContract, booksHandlers(services))
  work('comparison', minute, (stopping) => compareBooksWhenDue(services, stopping))
}
