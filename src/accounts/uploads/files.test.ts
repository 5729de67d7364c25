import { request } from 'node:http'
import { crc32 } from 'node:zlib'
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

/** A zip with one stored entry, as an office document begins. */
function zipOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name + content)])
}

const office = (part: string) =>
  zipOf(
    '[Content_Types].xml',
    `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`,
  )

const oldOffice = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    Buffer.from(`Root Entry\0${stream}\0`, 'utf16le'),
  ])

/** As Word and Excel save what has a password. */
const protectedOffice = oldOffice('EncryptionInfo\0EncryptedPackage')

const binaryPdf = (before: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\0\x01\n', 'latin1')])

const video = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom\0\0\0\0isommp42')])

test.each([
  ['book.pdf', Buffer.from('%PDF-1.7\nhello'), 'application/pdf'],
  ['film.mp4', video, 'video/mp4'],
  [
    'text.docx',
    office('wordprocessingml.document'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'sums.xlsx',
    office('spreadsheetml.sheet'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['old.doc', oldOffice('WordDocument'), 'application/msword'],
  ['old.xls', oldOffice('Workbook'), 'application/vnd.ms-excel'],
  ['list.csv', Buffer.from('name,price\nBrød,12\n'), 'text/csv'],
  ['BMW.csv', Buffer.from('BMW,12\n'), 'text/csv'],
  ['read me.txt', Buffer.from('a < b, and <b>bold</b>'), 'text/plain'],
  ['README.md', Buffer.from('# Welcome\n'), 'text/plain'],
  ['notes', Buffer.from('BM is the mark of a picture, MZ of a program'), 'text/plain'],
  ['love.txt', Buffer.from('<3 for you'), 'text/plain'],
  ['lesson 2.txt', Buffer.from('Put it into <body>, then the <script> goes last.'), 'text/plain'],
  ['page.txt', Buffer.from('\uFEFF <html><script>alert(1)</script></html>'), 'text/plain'],
  ['steps.txt', Buffer.from('#!/bin/sh\nnpm start\n'), 'text/plain'],
  ['Windows-1252.csv', Buffer.from('Preis;12\x80\r\nBr\xf8d \x93fein\x94;3\r\n', 'latin1'), 'text/csv'],
  ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['lesson.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nWelcome\n'), 'text/plain'],
  ['plan.ics', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), 'text/calendar'],
  ['a.__proto__', Buffer.from('Water flows.'), 'text/plain'],
  ['line first.pdf', Buffer.from('\n%PDF-1.7\nhello'), 'application/pdf'],
  ['blanks first.pdf', binaryPdf(' \r\n'), 'application/pdf'],
  ['binary, line first.pdf', binaryPdf('\n'), 'application/pdf'],
  ['of a printer.pdf', binaryPdf('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'), 'application/pdf'],
  [
    'of a server.pdf',
    binaryPdf('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'),
    'application/pdf',
  ],
  ['of a Mac.pdf', binaryPdf('\0'.repeat(128)), 'application/pdf'],
  ['with a mark.pdf', binaryPdf('\ufeff'), 'application/pdf'],
  ['x.bin', Buffer.from('\n%PDF-1.7\nhello'), 'application/pdf'],
  ['x.dat', Buffer.from('@PJL JOB\r\n%PDF-1.4\n1 0 obj\n'), 'application/pdf'],
  ['x.txt', Buffer.from('@PJL\r\n%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), 'application/pdf'],
  ['about PDF.md', Buffer.from('# How a PDF begins\n\n%PDF-1.7\n'), 'text/plain'],
  [
    'with a password.docx',
    protectedOffice,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'with a password.xlsx',
    protectedOffice,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['UTF-16 by Excel.csv', Buffer.from('\uFEFFBrød\t12\r\n', 'utf16le'), 'text/csv'],
])('%s is taken, whatever the sender calls it', async (name, content, type) => {
  const { attachment, path } = await store(content, name)
  expect(attachment).toEqual({ name, type, size: content.length, url: attachment.url })
  expect(attachment.url).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/)
  expect(path).toMatch(new RegExp(`^users/${seller.userId}/uploads/bump-[0-9a-f-]{36}\\.\\w+$`))
})

test('an image is taken as it is', async () => {
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer()
  expect((await store(content, 'print.tiff')).attachment.type).toBe('image/tiff')
})

const unlike = (name: string) =>
  `File ${name} is not of the type that its name says. Save it again and upload the new file.`
const unsupported = (type: string) => `File type ${type} is not supported`

test.each([
  ['a page', '<p>hello', 'a.html', unsupported('text/html')],
  ['an SVG that calls itself a picture', '<svg/>', 'a.png', unlike('a.png')],
  ['a script', 'alert(1)', 'a.js', unsupported('text/javascript')],
  ['an archive', zipOf('a', 'b'), 'a.docx', unsupported('application/zip')],
  ['a program', Buffer.from('MZ\0\0'), 'a.pdf', unsupported('application/x-msdownload')],
  ['another old container', oldOffice('PowerPoint Document'), 'a.doc', unsupported('application/x-cfb')],
  ['a protected presentation', protectedOffice, 'a.pptx', unsupported('application/x-cfb')],
  ['text that calls itself a book', 'PK', 'book.epub', unlike('book.epub')],
  ['what nobody knows', Buffer.from([0, 1, 2]), 'a.dat', unsupported('application/octet-stream')],
  ['text with a NUL', 'a\0b', 'a.txt', unlike('a.txt')],
  ['text that calls itself a PDF', 'hello', 'a.pdf', unlike('a.pdf')],
  ['text that calls itself a drawing', 'hello', 'a.svg', unlike('a.svg')],
])('%s is refused with the reason', async (_, content, name, message) => {
  const response = await upload(content, name, 'text/csv')
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid_fields', message, errors: { file: message } })
})

test.each([
  ['page.txt', '<html><script>alert(1)</script></html>', 'page.txt', 'text/plain'],
  ['README.md', '<script>alert(1)</script>', 'README.md', 'text/plain'],
  ['notes', '<svg onload="alert(1)"/>', 'notes.txt', 'text/plain'],
  ['lesson.srt', '<script>alert(1)</script>', 'lesson.srt', 'text/plain'],
  ['logo.ai', '%PDF-1.7\nhello', 'logo.ai', 'application/pdf'],
  ['start.url', '[InternetShortcut]\nURL=https://example.com', 'start.url.txt', 'text/plain'],
  ['page.htm1', '<script>alert(1)</script>', 'page.htm1.txt', 'text/plain'],
  ['logo.svg', '<svg onload="alert(1)"/>', 'logo.svg', 'image/svg+xml'],
])('%s runs nowhere, whatever stands in it', async (name, content, saved, type) => {
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

test('a file of 10 MB is taken and one byte more is not', async () => {
  const most = Buffer.alloc(10_485_760, 'a')
  await store(most, 'most.txt')
  const response = await upload(Buffer.concat([most, Buffer.from('a')]), 'more.txt')
  const message = 'File more.txt is too large. Maximum size is 10MB'
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ message, errors: { file: message } })
})

test('a visitor uploads nothing', async () => {
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

test('what is not a form with one file is refused', async () => {
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

test('nothing stays of an upload whose client goes away', async () => {
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

test('an endless upload is answered before it ends', async () => {
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

test("the seller downloads a file under its own name, and another seller's is not found", async () => {
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

test('a name that is a path or a trick is a name only', async () => {
  const { attachment, path } = await store(Buffer.from('%PDF-1.7'), '../../etc/x\u202Efdp.exe')
  expect(attachment.name).toBe('xfdp.exe')
  expect(path).not.toContain('..')
  const response = await server.get(seller, attachment.url)
  expect(response.headers.get('content-disposition')).toContain('filename="xfdp.exe.pdf"')
})

test('a seller deletes an upload by its path or its url, once', async () => {
  const [first, second] = [await store('one', 'a.txt'), await store('two', 'b.txt')]
  for (const address of [first.path, second.attachment.url]) {
    const response = await server.remove(seller, address)
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: {} })
    expect((await server.remove(seller, address)).status).toBe(404)
  }
  expect((await server.get(seller, first.attachment.url)).status).toBe(404)
  expect(await server.storage.read(first.path)).toBeUndefined()
})

test('any other path is not found and deletes nothing', async () => {
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

test('what a bump still sells stays stored', async () => {
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

test('a seller stores at most 500 files and what the plan gives, also with several uploads at once', async () => {
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
