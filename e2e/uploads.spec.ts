// Uploads of pictures and files: which ones can be chosen, what is shown, and what stays stored.
import type { Page } from '@playwright/test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { confirmIdentity } from './confirm-identity.ts'
import { newPicture } from './picture.ts'
import { create, newForm, openSection, signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(async ({ page, product }) => signIn(page, product))

const text = (name: string, content = 'one, two') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const chooser = (page: Page) => page.getByRole('button', { name: 'Files', exact: true })
const listed = (page: Page) => page.getByRole('list', { name: 'Uploaded' }).getByRole('listitem')

/** Delays uploads and deletions until `go` is called. */
async function holdUploads(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/uploads**', async (route) => {
    await held.promise
    await route.continue()
  })
  return { go: held.resolve }
}

test('D2 E1 F11 G10 H15: a seller sees each file’s size during upload, or why all were rejected @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (?:500|422)/)
  await page.goto('/forms/create')
  await openSection(page, 'Downloads')
  await chooser(page).setInputFiles([
    text('fine.txt'),
    { ...text('film.xyz'), mimeType: 'application/x-xyz' },
  ])
  await expect(page.getByText('File type application/x-xyz is not supported')).toBeVisible()
  await chooser(page).setInputFiles([text('fine.txt'), text('more.txt', ' '.repeat(10_485_761))])
  await expect(page.getByText('File more.txt is too large. Maximum size is 10MB')).toBeVisible()
  await chooser(page).setInputFiles([text('fine.txt'), text('empty.txt', '')])
  await expect(page.getByText('File empty.txt is empty')).toBeVisible()
  await chooser(page).setInputFiles(Array.from({ length: 21 }, (_, index) => text(`${index}.txt`)))
  await expect(page.getByText('You can attach up to 20 files')).toBeVisible()
  await expect(listed(page)).toHaveCount(0)
  await expectAccessible(page)

  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  await page.evaluate(() => localStorage.removeItem('sessionToken'))
  await chooser(page).setInputFiles(text('fine.txt'))
  await expect(page.getByText('User must be authenticated to upload files')).toBeVisible()
  await page.evaluate((stored) => localStorage.setItem('sessionToken', stored ?? ''), token)

  const upload = await holdUploads(page)
  const answer = page.waitForResponse('**/api/uploads/files')
  await page
    .getByText('Drop files here or')
    .locator('..')
    .evaluate((area) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File(['x'.repeat(2048)], 'dropped.txt', { type: 'text/plain' }))
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        area.dispatchEvent(new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }))
      }
    })
  await expect(listed(page)).toContainText(['dropped.txt2.0 KB'])
  await expect(page.getByRole('progressbar', { name: 'Uploading dropped.txt' })).toBeVisible()
  await expect(listed(page)).toContainText(/Uploading\d+%/)
  upload.go()
  const stored = z
    .object({ name: z.string(), url: z.string(), size: z.number(), type: z.string() })
    .parse(await (await answer).json())
  expect(stored).toMatchObject({ name: 'dropped.txt', size: 2048, type: 'text/plain' })
  const paths = await readdir(join(product.dataDir, 'files'), { recursive: true })
  expect(paths).toContainEqual(
    expect.stringMatching(/^users\/[0-9a-f-]{36}\/uploads\/form-[0-9a-f-]{36}\.txt$/),
  )
  await page.unrouteAll()

  const remove = page.getByRole('button', { name: 'Delete dropped.txt' })
  await page.route('**/api/uploads**', (route) => route.fulfill({ status: 500, body: '' }))
  await remove.click()
  await expect(page.getByText('Failed to delete dropped.txt')).toBeVisible()
  await chooser(page).setInputFiles(text('fine.txt'))
  await expect(page.getByText('Failed to upload fine.txt')).toBeVisible()
  await expect(listed(page)).toHaveCount(1)
  await page.unrouteAll()
  await chooser(page).setInputFiles([text('a.pdf'), text('b.dat', '\u0000')])
  for (const reason of [
    'Failed to upload a.pdf. File a.pdf does not match its type. Save it again and upload the new file.',
    'Failed to upload b.dat. File type application/octet-stream is not supported',
  ]) {
    await expect(page.getByText(reason)).toBeVisible()
  }
  await expect(listed(page)).toHaveCount(1)
  await expectAccessible(page)
  const deletion = await holdUploads(page)
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await remove.click()
  await expect(page.getByText('Deleting')).toBeVisible()
  deletion.go()
  expect((await deleted).status()).toBe(200)
  await expect(listed(page)).toHaveCount(0)

  await page.unrouteAll()
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${form.id}`)
  await openSection(page, 'Downloads')
  await chooser(page).setInputFiles(text('kept.txt'))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  await page.getByRole('button', { name: 'Delete kept.txt' }).click()
  await expect(listed(page)).toHaveCount(0)
  expect(requests).not.toContain('DELETE')
})

test('D3: a picture is shown during its upload and can be removed, and a failure shows no message @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  await page.goto('/bumps/create')
  await expect(page.getByText('PNG, JPG, GIF up to 10MB')).toContainText('16:9')
  const failed = page.waitForResponse('**/api/uploads/pictures')
  await page.route('**/api/uploads/pictures', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await failed
  await expect(page.getByText('or drop it here')).toBeVisible()
  await expect(page.getByText(/went wrong|Failed/)).toHaveCount(0)
  await page.unrouteAll()

  const upload = await holdUploads(page)
  const answer = page.waitForResponse('**/api/uploads/pictures')
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await expect(page.getByText('Uploading in Progress')).toBeVisible()
  upload.go()
  const { url } = z.object({ url: z.string() }).parse(await (await answer).json())
  expect(url).toMatch(/^\/pictures\/bump-[0-9a-f-]{36}\.webp$/)
  await expect(page.locator(`main img[src="${url}"]`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('or drop it here')).toBeVisible()
  await expect(page.locator(`main img[src="${url}"]`)).toHaveCount(0)
  const missing = page.getByText('This field is required')
  await expect(missing).toHaveCount(0)
  await page.getByLabel('Amount').focus()
  await expect(missing).toHaveCount(1)
})

/** An 11 MB video, which is sent in parts: its first bytes, then zeros. */
const lesson = (name: string) => {
  const buffer = Buffer.alloc(11 * 1024 * 1024)
  buffer.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
  return { name, mimeType: 'video/mp4', buffer }
}

test('a save waits for a large upload and says so @desktop', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${form.id}`)
  const parts = '**/api/uploads/begun/*/parts/*'
  const hold = async () => {
    const held = Promise.withResolvers<void>()
    await page.route(parts, async (route) => {
      await held.promise
      await route.continue()
    })
    return held.resolve
  }
  const save = page.getByRole('button', { name: 'Save changes' })
  const waits = (name: string) => page.getByText(`Saving automatically once ${name} is uploaded.`)

  const letOn = await hold()
  await page.getByLabel('Title').fill('A course with a lesson')
  await openSection(page, 'Downloads')
  await chooser(page).setInputFiles(lesson('lesson.mp4'))
  await expect(page.getByRole('progressbar', { name: 'Uploading lesson.mp4' })).toBeVisible()
  await save.click()
  await expect(waits('lesson.mp4')).toBeVisible()
  await expectAccessible(page)
  letOn()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await page.unroute(parts)
  await page.goto(`/forms/edit/${form.id}`)
  await expect(page.getByLabel('Title')).toHaveValue('A course with a lesson')
  await expect(listed(page)).toContainText(['lesson.mp4'])

  const letGo = await hold()
  await page.getByLabel('Title').fill('A course with two lessons')
  const begun = page.waitForResponse('**/api/uploads/begun')
  await chooser(page).setInputFiles(lesson('second.mp4'))
  await begun
  await save.click()
  await expect(waits('second.mp4')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/forms/edit/${form.id}`)
  await other.getByRole('button', { name: 'Cancel second.mp4' }).click()
  await expect(other.getByRole('button', { name: 'Cancel second.mp4' })).toHaveCount(0)
  await other.close()
  letGo()
  await expect(
    page.getByText(/^Failed to upload second.mp4. It was canceled or finished in another/),
  ).toBeVisible()
  await expect(waits('second.mp4')).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('A course with two lessons')
  await expect(listed(page)).toHaveCount(1)
})

test('a seller replaces a file in the settings, and its forms sell the new one @desktop', async ({
  page,
  product,
}) => {
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${form.id}`)
  const name = `Guide ${form.id.slice(-6)}.txt`
  await openSection(page, 'Downloads')
  await chooser(page).setInputFiles(text(name, 'The first edition'))
  await page.getByRole('button', { name: `Delete ${name}` }).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()

  await page.goto('/settings/files')
  const card = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: form.title })
  await expect(card).toContainText(name)
  const chosen = page.waitForEvent('filechooser')
  await card.getByRole('button', { name: `Replace ${name}` }).click()
  await (await chosen).setFiles(text('Second edition.txt', 'The second edition'))
  await confirmIdentity(page, product.demo.password)
  await expect(page.getByText('Buyers now get Second edition.txt')).toBeVisible()
  await expect(card).toContainText('Second edition.txt')
  await expect(card).toContainText('version 2')
  await expectAccessible(page)
  await card.getByRole('link', { name: form.title }).click()
  await expect(page.getByRole('heading', { name: 'Files' })).toHaveCount(0)
  await expect(page.getByText('Second edition.txt').first()).toBeVisible()
})

test('a seller who picks an iPhone photo reads how to convert it, until another picture is chosen @desktop', async ({
  page,
}) => {
  await page.goto('/bumps/create')
  const picture = page.getByLabel('Picture')
  const buffer = Buffer.from('0000001866747970686569630000', 'hex')
  await picture.setInputFiles({ name: 'IMG_0421.HEIC', mimeType: 'image/heic', buffer })
  const problem = page.getByText('IMG_0421.HEIC is a HEIC photo')
  await expect(problem).toContainText('Share or export it as JPEG')
  const answer = page.waitForResponse('**/api/uploads/pictures')
  await picture.setInputFiles(await newPicture())
  await answer
  await expect(problem).toHaveCount(0)
})

test('saving a bump or a logo waits for its picture, and a failed upload must be repeated @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const waits = page.getByText('Saving automatically once picture.png is uploaded.')
  await page.goto('/bumps/create')
  const answers = '**/api/uploads/pictures'
  let isRefused = true
  const hold = async () => {
    const held = Promise.withResolvers<void>()
    await page.route(answers, async (route) => {
      await held.promise
      await (isRefused ? route.fulfill({ status: 500 }) : route.continue())
    })
    return held.resolve
  }
  const save = page.getByRole('button', { name: 'Create bump' })
  const refuse = await hold()
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await save.click()
  // The errors at all other empty fields appear immediately.
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Title').fill('A workbook of exercises')
  await page.getByLabel('Description').fill('On heavy paper')
  await save.click()
  await expect(waits).toBeVisible()
  await expectAccessible(page)
  refuse()
  await expect(waits).toBeHidden()
  await expect(page.getByText('Choose a picture', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/bumps\/create$/)
  await page.unroute(answers)

  isRefused = false
  const letOn = await hold()
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await save.click()
  await expect(waits).toBeVisible()
  letOn()
  await expect(page.getByText('bump created successfully')).toBeVisible()
  await page.unroute(answers)

  await page.goto('/settings/shop')
  const shop = page.getByRole('form', { name: 'Shop' })
  const letLogo = await hold()
  await shop.getByLabel('Logo', { exact: true }).setInputFiles(await newPicture())
  await shop.getByRole('button', { name: 'Save shop' }).click()
  await expect(waits).toBeVisible()
  letLogo()
  await expect(page.getByText('Shop saved')).toBeVisible()
  // There is no unsaved change left.
  await page.getByRole('link', { name: 'Forms', exact: true }).click()
  await expect(page).toHaveURL(/\/forms/)
  await page.goto('/settings/shop')
  await expect(shop.getByRole('button', { name: 'Remove logo' })).toBeVisible()
})
