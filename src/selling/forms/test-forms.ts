import { expect } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, signUpSeller, startTestApp, type TestSeller } from '#test-app.ts'
import { form } from './contract.ts'

/** A valid new form. The fields left out have defaults. */
export const valid = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
}

export const expiry = Date.parse('2026-12-24T12:00:00.250Z')

type Answer = { readonly status: number; readonly body: unknown }

export function formOf({ status, body }: Answer) {
  expect([status, errorBody.safeParse(body).data]).toEqual([status, undefined])
  return form.parse(body)
}

export const errorsOf = ({ body }: Pick<Answer, 'body'>) => errorBody.parse(body).errors

export async function expectErrors(answer: Promise<Answer>, errors: Record<string, string>): Promise<void> {
  const { status, body } = await answer
  expect([status, errorsOf({ body })]).toEqual([422, errors])
}

export type Forms = Awaited<ReturnType<typeof startForms>>
type Product = { readonly of?: TestSeller; readonly currency?: string; readonly isDeleted?: boolean }

/** Starts the product with two sellers, helpers for the first one's forms, and items to refer to. */
export async function startForms() {
  const app = await startTestApp()
  const seller = await signUpSeller(app)
  const stranger = await signUpSeller(app)
  const { token } = seller
  const { db } = app.services

  const sellerIdOf = async ({ userId }: TestSeller) =>
    (await db.selectFrom('members').select('sellerId').where('userId', '=', userId).executeTakeFirstOrThrow())
      .sellerId
  const product = async ({ of = seller, currency = 'usd', isDeleted = false }: Product) => ({
    id: newId(),
    sellerId: await sellerIdOf(of),
    title: 'A set of brushes',
    image: `/pictures/bump-${newId()}.webp`,
    description: 'Five of them',
    amount: 900,
    currency,
    deletedAt: isDeleted ? new Date() : null,
  })

  return {
    app,
    seller,
    stranger,
    create: (fields: Readonly<Record<string, unknown>> = {}) =>
      call(app, 'POST', '/api/forms', { token, body: { ...valid, ...fields } }),
    update: (id: string, fields: Readonly<Record<string, unknown>>) =>
      call(app, 'PATCH', `/api/forms/${id}`, { token, body: { isDetailUpdate: false, ...fields } }),
    read: async (id: string) => formOf(await call(app, 'GET', `/api/forms/${id}`, { token })),

    async addBump(fields: Product = {}) {
      const row = await product(fields)
      await db.insertInto('bumps').values(row).execute()
      return row.id
    },

    async addOffer(fields: Product = {}) {
      const row = await product(fields)
      const buttons = { acceptButtonText: 'Yes , please', declineButtonText: 'No thanks' }
      await db
        .insertInto('offers')
        .values({ ...row, ...buttons })
        .execute()
      return row.id
    },

    async addTax({ of = seller, isDeleted = false }: Product = {}) {
      const id = newId()
      const tax = { title: 'VAT', percentage: '17.5', deletedAt: isDeleted ? new Date() : null }
      await db
        .insertInto('taxes')
        .values({ ...tax, id, sellerId: await sellerIdOf(of) })
        .execute()
      return id
    },

    async addFile(of = seller) {
      const id = newId()
      const file = { name: 'book.pdf', size: 1200, type: 'application/pdf' }
      const place = { kind: 'file', path: `users/${id}` } as const
      await db
        .insertInto('uploads')
        .values({ ...file, ...place, id, sellerId: await sellerIdOf(of), userId: of.userId })
        .execute()
      return { ...file, url: `/api/files/${id}` }
    },
  }
}
