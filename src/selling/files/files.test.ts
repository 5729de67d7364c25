import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { openStorage } from '#accounts/uploads/storage/open-storage.ts'
import { markReplaced } from '#accounts/uploads/file-versions.ts'
import { addRight, makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { removeUnusedWhenDue } from '#accounts/uploads/remove-unused.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { countWaiting } from '#foundation/db/test-waiting.ts'
import { findSaleEvidence } from '#selling/dispute-evidence/store.ts'
import { openedFiles } from '#selling/dispute-evidence/evidence-sections.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { filesContract } from './contract.ts'

let app: TestApp
let seller: TestSeller
let book: FileAttachment
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  seller = await signUpSeller(app)
  book = await addFile(app, seller, 'Book.txt', 'First edition')
  form = await createTestForm(app, seller, { files: [book, await addFile(app, seller, 'Extra.txt')] })
})

const product = {
  title: 'A set of brushes',
  description: 'Five of them',
  amount: 9,
}

const idOf = ({ url }: FileAttachment) => url.split('/').at(-1) ?? ''
const list = async () =>
  filesContract.listFiles.ok.schema.parse(
    (await call(app, 'GET', '/api/files', { token: seller.token })).body,
  ).data
const replace = (of: FileAttachment, by: FileAttachment, { token } = seller) =>
  call(app, 'POST', `/api/files/${idOf(of)}/replace`, { token, body: { by: idOf(by) } })
const buy = async () => outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
type Bought = Awaited<ReturnType<typeof buy>>

async function downloadsOf({ purchaseId, secret }: Bought): Promise<string[]> {
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  return [...page.matchAll(/href="(\/purchases\/[^"]+\/files\/[^"]+)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )
}
const textAt = async (path = '') => (await fetch(app.url + path)).text()
async function openings({ purchaseId }: Bought) {
  const { db } = app.services
  const { sellerId } = await db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const sale = await findSaleEvidence(db, sellerId, purchaseId)
  return sale === undefined ? [] : openedFiles(sale)
}

test('the file list shows each file’s uses and how often it was opened', async () => {
  const bought = await buy()
  await textAt((await downloadsOf(bought))[0])
  await expect.poll(async () => (await list()).find(({ name }) => name === 'Book.txt')?.openings).toBe(1)
  const loose = await addFile(app, seller, 'Loose.txt')

  expect((await list()).map(({ name, uses, openings: count }) => [name, uses, count])).toEqual([
    ['Loose.txt', [], 0],
    ['Extra.txt', [{ kind: 'form', id: form, title: 'A course in watercolor', isDeleted: false }], 0],
    ['Book.txt', [{ kind: 'form', id: form, title: 'A course in watercolor', isDeleted: false }], 1],
  ])
  expect(loose.name).toBe('Loose.txt')
})

test('past buyers get a file’s new version even through old links', async () => {
  const bought = await buy()
  const [before] = await downloadsOf(bought)
  expect(await textAt(before)).toBe('First edition')
  expect((await replace(book, await addFile(app, seller, 'Book 2.txt', 'Second edition'))).status).toBe(200)

  expect(await textAt(before)).toBe('Second edition')
  const [after] = await downloadsOf(bought)
  expect(after).not.toBe(before)
  expect(await textAt(after)).toBe('Second edition')
  expect((await list()).map(({ name, version }) => [name, version])).toEqual([
    ['Book 2.txt', 2],
    ['Extra.txt', 1],
  ])
})

test('dispute evidence keeps the name and version of the opened file', async () => {
  const bought = await buy()
  await textAt((await downloadsOf(bought))[0])
  await expect.poll(async () => (await openings(bought))[0]?.firstAt ?? null).not.toBeNull()
  await replace(book, await addFile(app, seller, 'Book 2.txt', 'Second edition'))
  await textAt((await downloadsOf(bought))[0])

  await expect
    .poll(async () => (await openings(bought)).map(({ name, firstAt }) => [name, firstAt !== null]))
    .toEqual([
      ['Book 2.txt, version 2', true],
      ['Extra.txt', false],
      [`Book.txt, since removed, ${idOf(book)}`, true],
    ])
})

test('a form opened before a file was replaced is saved with the new version', async () => {
  const next = await addFile(app, seller, 'Book 2.txt', 'Second edition')
  await replace(book, next)
  const saved = await call(app, 'PATCH', `/api/forms/${form}`, {
    token: seller.token,
    body: { isDetailUpdate: true, files: [book] },
  })
  expect(saved.status).toBe(200)
  expect((await list()).map(({ name, uses }) => [name, uses.length])).toEqual([
    ['Book 2.txt', 1],
    ['Extra.txt', 0],
  ])
})

test('a replaced file is deleted from storage a day later', async () => {
  await replace(book, await addFile(app, seller, 'Book 2.txt', 'Second edition'))
  const isStored = async () => {
    const row = await app.services.db
      .selectFrom('uploads')
      .select('deletedAt')
      .where('id', '=', idOf(book))
      .executeTakeFirstOrThrow()
    return row.deletedAt === null
  }
  const { services, config } = app
  const { shopStorage } = config
  const uploads = { ...services, storage: await openStorage(config), shopStorage }
  const sweep = async (hours: number) => {
    app.clock.advance(hours * 3600)
    await app.services.db.deleteFrom('schedules').execute()
    await removeUnusedWhenDue(app.services, uploads)
  }
  await sweep(23)
  expect(await isStored()).toBe(true)
  await sweep(2)
  expect(await isStored()).toBe(false)
})

test('a file’s new version must be an unused file of the same seller', async () => {
  const [next, other] = [await addFile(app, seller, 'Book 2.txt'), await addFile(app, seller, 'Book 3.txt')]
  const stranger = await signUpSeller(app)
  expect((await replace(book, next, stranger)).status).toBe(404)
  expect((await replace(book, await addFile(app, stranger, 'Theirs.txt'))).status).toBe(404)
  expect((await replace(book, book)).status).toBe(404)
  await replace(book, next)
  expect(await replace(book, other)).toMatchObject({ status: 409, body: { code: 'already_replaced' } })
  expect(await replace(next, book)).toMatchObject({ status: 409, body: { code: 'sold_already' } })
})

test('a member cannot replace a file without rights to all its products', async () => {
  const next = await addFile(app, seller, 'Book 2.txt', 'Second edition')
  await call(app, 'POST', '/api/bumps', {
    token: seller.token,
    body: { ...product, image: await addPicture(app, seller), files: [book] },
  })
  const role = await makeRole(app, 'files', ['read', 'write'], { forTeams: true })
  const member = await signUpMember(app, seller, role)
  const uses = async () => {
    const { body } = await call(app, 'GET', '/api/files', { token: member.token })
    const { data } = filesContract.listFiles.ok.schema.parse(body)
    return data.find(({ name }) => name === 'Book.txt')?.uses.map(({ kind, title }) => [kind, title])
  }
  expect((await replace(book, next, member)).status).toBe(403)
  expect(await uses()).toEqual([
    ['form', null],
    ['bump', null],
  ])
  await addRight(app, role, 'forms', ['read', 'update'])
  expect((await replace(book, next, member)).status).toBe(403)
  expect(await uses()).toEqual([
    ['form', 'A course in watercolor'],
    ['bump', null],
  ])
  expect((await list()).map(({ name }) => name)).toContain('Book.txt')
  await addRight(app, role, 'bumps', ['update'])
  expect((await replace(book, next, member)).status).toBe(200)
})

test('a product saved while its file is being replaced sells the new version', async () => {
  const { db } = app.services
  const token = seller.token
  const bump = { ...product, image: await addPicture(app, seller) }
  const { id } = z
    .object({ id: z.string() })
    .parse((await call(app, 'POST', '/api/bumps', { token, body: bump })).body)
  const saves: (() => Promise<{ readonly status: number }>)[] = [
    () => call(app, 'PATCH', `/api/forms/${form}`, { token, body: { isDetailUpdate: false, files: [book] } }),
    () => call(app, 'PATCH', `/api/bumps/${id}`, { token, body: { files: [book] } }),
  ]
  const next = await addFile(app, seller, 'Book 2.txt', 'Second edition')
  const saving = await inTransaction(db, async (tx) => {
    await tx.selectFrom('uploads').select('id').where('id', '=', idOf(book)).forUpdate().execute()
    const begun = saves.map((save) => save())
    await expect.poll(() => countWaiting(tx)).toBe(saves.length)
    await markReplaced(tx, { oldId: idOf(book), newId: idOf(next), version: 2, now: app.clock.now() })
    return { begun }
  })
  expect((await Promise.all(saving.begun)).map(({ status }) => status)).toEqual([200, 200])
  expect((await list()).find(({ name }) => name === 'Book 2.txt')?.uses.map(({ kind }) => kind)).toEqual([
    'form',
    'bump',
  ])
})
