import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { fileAttachment } from './contract.ts'
import { bearer, formOf, startUploads, type Seller, type UploadsServer } from './uploads-test-server.ts'

let server: UploadsServer
let seller: Seller
let other: Seller
beforeAll(async () => {
  server = await startUploads()
  vi.stubEnv('TMPDIR', server.scratch)
  seller = await server.addSeller()
  other = await server.addSeller()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

const upload = (content: Buffer | string, name: string, declared = 'text/plain', by = seller) =>
  server.post(by, 'files', formOf(content, name, declared, { type: 'bump' }))

const store = async (content: Buffer | string, name: string, by = seller) => {
  const response = await upload(content, name, 'application/octet-stream', by)
  expect(response.status).toBe(201)
  const attachment = fileAttachment.parse(await response.json())
  const row = await server.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', attachment.url.replace('/api/files/', ''))
    .executeTakeFirstOrThrow()
  return { attachment, path: row.path }
}

test('an image uploaded as a file is stored unchanged', async () => {
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer()
  expect((await store(content, 'print.tiff')).attachment.type).toBe('image/tiff')
})

// Proves inert-uploads.
test.each([
  ['page.txt', '<html><script>alert(1)</script></html>', 'page.txt', 'text/plain'],
  ['README.md', '<script>alert(1)</script>', 'README.md', 'text/plain'],
  ['notes', '<svg onload="alert(1)"/>', 'notes.txt', 'text/plain'],
  ['lesson.srt', '<script>alert(1)</script>', 'lesson.srt', 'text/plain'],
  ['logo.ai', '%PDF-1.7\nhello', 'logo.ai', 'application/pdf'],
  ['start.url', '[InternetShortcut]\nURL=https://example.com', 'start.url.txt', 'text/plain'],
  ['page.htm1', '<script>alert(1)</script>', 'page.htm1.txt', 'text/plain'],
  ['logo.svg', '<svg><path d="M0 0"/></svg>', 'logo.svg', 'image/svg+xml'],
])('browsers never run %s, no matter what it contains', async (name, content, saved, type) => {
  const { attachment } = await store(content, name)
  const response = await server.get(seller, attachment.url)
  expect(await response.text()).toBe(content)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(response.headers.get('content-disposition')).toContain(`attachment; filename="${saved}"`)
})

// Proves upload-limits.
test('a file of exactly 10 MB is accepted but a larger one is not', async () => {
  const most = Buffer.alloc(10_485_760, 'a')
  await store(most, 'most.txt')
  const response = await upload(Buffer.concat([most, Buffer.from('a')]), 'more.txt')
  const message = 'File more.txt is too large. Maximum size is 10MB'
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ message, errors: { file: message } })
})

test('a signed-out visitor can neither upload nor delete files', async () => {
  for (const kind of ['files', 'pictures'] as const) {
    const response = await server.post(undefined, kind, formOf('hello', 'a.txt'))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'not_signed_in',
      message: 'User must be authenticated to upload files',
    })
  }
  expect((await server.remove(undefined, 'users/x')).status).toBe(401)
})

test('an upload that is not a form with exactly one file is rejected', async () => {
  const send = async (body: string, type: string) => {
    const headers = { ...bearer(seller), 'content-type': type }
    const response = await fetch(`${server.address}/api/uploads/files`, { method: 'POST', body, headers })
    return response.status
  }
  expect(await send('{}', 'application/json')).toBe(415)
  expect(await send('hello', 'multipart/form-data')).toBe(400)
  expect(await send('hello', 'multipart/form-data; boundary=x')).toBe(400)
  expect(
    await send(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhel',
      'multipart/form-data; boundary=x',
    ),
  ).toBe(400)

  const none = new FormData()
  none.set('type', 'form')
  expect((await server.post(seller, 'files', none)).status).toBe(422)
  expect((await upload('', 'empty.txt')).status).toBe(422)
  const two = formOf('one', 'a.txt')
  two.append('file', new Blob(['two']), 'b.txt')
  expect((await server.post(seller, 'files', two)).status).toBe(400)
  expect(await server.received()).toEqual([])
})

test('an upload whose client disconnects leaves nothing behind', async () => {
  const before = await server.stored()
  const call = request(`${server.address}/api/uploads/files`, {
    method: 'POST',
    headers: {
      ...bearer(seller),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 9_000_000,
    },
  })
  call.on('error', () => undefined)
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
  call.write('a'.repeat(1_000_000))
  await expect.poll(() => server.received()).toHaveLength(1)
  call.destroy()
  await expect.poll(() => server.received()).toEqual([])
  expect(await server.stored()).toEqual(before)
})

test('an endless upload is rejected before it ends', async () => {
  const call = request(`${server.address}/api/uploads/files`, {
    method: 'POST',
    headers: { ...bearer(seller), 'content-type': 'multipart/form-data; boundary=x' },
  })
  call.on('error', () => undefined)
  const answered = new Promise<number | undefined>((resolve) => {
    call.on('response', (response) => resolve(response.statusCode))
  })
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
  const pump = setInterval(() => call.write('a'.repeat(500_000)), 5)
  expect(await answered).toBe(413)
  clearInterval(pump)
  call.destroy()
  await expect.poll(() => server.received()).toEqual([])
})

test('a seller downloads a file under its own name but cannot download another seller’s', async () => {
  const name = 'Größe "A" (1).pdf'
  const { attachment } = await store(Buffer.from('%PDF-1.7\nhello'), name)
  const response = await server.get(seller, attachment.url)
  expect(await response.text()).toBe('%PDF-1.7\nhello')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '14',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="[\w.\- ]+"; filename\*=UTF-8''[\w.%!~-]+$/)
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name)

  expect((await server.get(undefined, attachment.url)).status).toBe(401)
  for (const path of [`/api/files/${newId()}`, '/api/files/x', '/api/files/..%2f..%2fetc%2fpasswd']) {
    expect((await server.get(seller, path)).status).toBe(404)
  }
  expect((await server.get(other, attachment.url)).status).toBe(404)
})

// Proves inert-uploads.
test('a file name that looks like a path or is meant to deceive is treated as a plain name', async () => {
  const { attachment, path } = await store(Buffer.from('%PDF-1.7'), '../../etc/x\u202Efdp.exe')
  expect(attachment.name).toBe('xfdp.exe')
  expect(path).not.toContain('..')
  const response = await server.get(seller, attachment.url)
  expect(response.headers.get('content-disposition')).toContain('filename="xfdp.exe.pdf"')
})

// Proves file-deletion.
test('a seller deletes an upload only once, by its path or its URL', async () => {
  const [first, second] = [await store('one', 'a.txt'), await store('two', 'b.txt')]
  for (const address of [first.path, second.attachment.url]) {
    const response = await server.remove(seller, address)
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: {} })
    expect((await server.remove(seller, address)).status).toBe(404)
  }
  expect((await server.get(seller, first.attachment.url)).status).toBe(404)
  expect(await server.storage.read(first.path)).toBeUndefined()
})

// Proves file-deletion.
test('a request to delete any other path gets 404 and deletes nothing', async () => {
  const { attachment, path } = await store('mine', 'a.txt')
  const addresses = [
    '.',
    '/',
    '../../../etc/passwd',
    `/${path}`,
    `./${path}`,
    `x/../${path}`,
    encodeURIComponent(path),
    `${path}/`,
    `${path}\0`,
    `${path}%00`,
    path.toUpperCase(),
    'users/%',
    `${attachment.url}/`,
    `/api/files/${newId()}`,
    "' or 1=1 --",
  ]
  for (const address of addresses) {
    expect([address, (await server.remove(seller, address)).status]).toEqual([address, 404])
  }
  for (const address of [path, attachment.url]) {
    expect((await server.remove(other, address)).status).toBe(404)
  }
  expect(await (await server.get(seller, attachment.url)).text()).toBe('mine')
})

test('a file that a bump still sells is not deleted', async () => {
  const { attachment, path } = await store('sold', 'a.txt')
  await server.db
    .insertInto('bumps')
    .values({
      id: newId(),
      sellerId: seller.sellerId,
      title: 'A bump with a file',
      image: '/pictures/none.webp',
      description: 'A bump',
      amount: 100,
      currency: 'usd',
      files: JSON.stringify([attachment]),
      deletedAt: new Date(),
    })
    .execute()
  expect((await server.remove(seller, path)).status).toBe(200)
  expect(await (await server.get(seller, attachment.url)).text()).toBe('sold')
})

// Proves upload-limits.
test('a seller stores at most 500 files within the plan’s limit, even with simultaneous uploads', async () => {
  const fill = (by: Seller, files: number, size: number) =>
    server.db
      .insertInto('uploads')
      .values(
        Array.from({ length: files }, () => {
          const id = newId()
          return { id, ...by, kind: 'file' as const, path: id, name: 'a', type: 'text/plain', size }
        }),
      )
      .execute()
  const [many, large] = [await server.addSeller(), await server.addSeller()]
  await fill(many, 499, 1)
  const answers = await Promise.all([1, 2, 3].map(() => upload('x', 'a.txt', 'text/plain', many)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])

  await fill(large, 4, 2.5 * 1024 ** 3 - 1)
  expect((await upload('four', 'a.txt', 'text/plain', large)).status).toBe(201)
  const before = await server.stored()
  const refused = await upload('x', 'a.txt', 'text/plain', large)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'storage_full',
    message: 'You have used your 10 GB of storage. Delete some files to upload new ones.',
  })
  await expect.poll(() => server.stored()).toEqual(before)
})
