import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileAttachment } from '../contract.ts'
import { formOf, startUploads, type Seller, type UploadsServer } from '../uploads-test-server.ts'

let server: UploadsServer
let seller: Seller
beforeAll(async () => {
  server = await startUploads()
  vi.stubEnv('TMPDIR', server.scratch)
  seller = await server.addSeller()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

const upload = (content: Buffer | string, name: string, declared: string) =>
  server.post(seller, 'files', formOf(content, name, declared, { type: 'bump' }))

/** A zip archive with one stored entry, like the start of an office document. */
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

/** The container that Word and Excel use for files with a password. */
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
  ['from a printer.pdf', binaryPdf('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'), 'application/pdf'],
  [
    'from a server.pdf',
    binaryPdf('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'),
    'application/pdf',
  ],
  ['from a Mac.pdf', binaryPdf('\0'.repeat(128)), 'application/pdf'],
  ['with a byte order mark.pdf', binaryPdf('\ufeff'), 'application/pdf'],
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
  ['UTF-16 from Excel.csv', Buffer.from('\uFEFFBrød\t12\r\n', 'utf16le'), 'text/csv'],
])('the file %s is accepted under any declared type', async (name, content, type) => {
  const response = await upload(content, name, 'application/octet-stream')
  expect(response.status).toBe(201)
  const attachment = fileAttachment.parse(await response.json())
  const { path } = await server.db
    .selectFrom('uploads')
    .select('path')
    .where('id', '=', attachment.url.replace('/api/files/', ''))
    .executeTakeFirstOrThrow()
  expect(attachment).toEqual({ name, type, size: content.length, url: attachment.url })
  expect(attachment.url).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/)
  expect(path).toMatch(new RegExp(`^users/${seller.userId}/uploads/bump-[0-9a-f-]{36}\\.\\w+$`))
})

const unlike = (name: string) =>
  `File ${name} does not match its type. Save it again and upload the new file.`
const active = (name: string) =>
  `${name} contains a script or loads other documents. Export the drawing without them.`
const unsupported = (type: string) => `File type ${type} is not supported`

test.each([
  ['a web page', '<p>hello', 'a.html', unsupported('text/html')],
  ['an SVG named as a PNG', '<svg/>', 'a.png', unlike('a.png')],
  ['a script', 'alert(1)', 'a.js', unsupported('text/javascript')],
  ['an archive', zipOf('a', 'b'), 'a.docx', unsupported('application/zip')],
  ['a program', Buffer.from('MZ\0\0'), 'a.pdf', unsupported('application/x-msdownload')],
  ['another old container', oldOffice('PowerPoint Document'), 'a.doc', unsupported('application/x-cfb')],
  ['a protected presentation', protectedOffice, 'a.pptx', unsupported('application/x-cfb')],
  ['text named as a book', 'PK', 'book.epub', unlike('book.epub')],
  ['an unknown type', Buffer.from([0, 1, 2]), 'a.dat', unsupported('application/octet-stream')],
  ['text with a NUL', 'a\0b', 'a.txt', unlike('a.txt')],
  ['text named as a PDF', 'hello', 'a.pdf', unlike('a.pdf')],
  ['text named as a drawing', 'hello', 'a.svg', unlike('a.svg')],
  ['a drawing with a script', '<svg onload="alert(1)"/>', 'a.svg', active('a.svg')],
])('%s is rejected with a reason', async (_, content, name, message) => {
  const response = await upload(content, name, 'text/csv')
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid_fields', message, errors: { file: message } })
})
