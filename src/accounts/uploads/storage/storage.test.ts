import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ConfigurationError } from '#foundation/config/config.ts'
import { openFolderStorage } from './folder-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import type { FileStorage } from './storage.ts'

let scratch: string
let server: S3rver
let endpoint: string
const storages = new Map<string, FileStorage>()

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tillform-storage-test-'))
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(scratch, 's3'),
    configureBuckets: [{ name: 'shop' }],
  })
  const { port } = await server.run()
  endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  storages.set('a folder', await openFolderStorage(join(scratch, 'files')))
  storages.set('a bucket', await openS3Storage(`s3://shop/tillform?endpoint=${endpoint}`))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await rm(scratch, { recursive: true, force: true })
})

const contentOf = async (storage: FileStorage, path: string) => {
  const file = await storage.read(path)
  return file === undefined ? undefined : { size: file.size, content: await buffer(file.stream) }
}

test.for(['a folder', 'a bucket'])('%s stores, replaces and deletes files', async (kind) => {
  const storage = storages.get(kind)
  if (storage === undefined) throw new Error(`There is no ${kind}`)
  const path = 'pictures/form-1.webp'
  expect(await storage.read(path)).toBeUndefined()

  await storage.put(path, Buffer.from('first'))
  await storage.put(path, Buffer.from('second'))
  expect(await contentOf(storage, path)).toEqual({ size: 6, content: Buffer.from('second') })

  const large = Buffer.alloc(6_000_000, 'tillform')
  await storage.put('users/1/uploads/form-2.pdf', Readable.from([large.subarray(0, 1), large.subarray(1)]))
  const read = await contentOf(storage, 'users/1/uploads/form-2.pdf')
  expect(read?.size).toBe(large.length)
  expect(read?.content.equals(large)).toBe(true)

  await storage.delete(path)
  await storage.delete(path)
  expect(await storage.read(path)).toBeUndefined()
})

test.for(['a folder', 'a bucket'])('%s stores nothing when an upload breaks off', async (kind) => {
  const storage = storages.get(kind)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half of ')
      throw new Error('The connection broke')
    })(),
  )
  await expect(storage?.put('pictures/form-3.webp', broken)).rejects.toThrow('The connection broke')
  expect(await storage?.read('pictures/form-3.webp')).toBeUndefined()
})

test.for(['a folder', 'a bucket'])('%s returns parts of files and the file size', async (kind) => {
  const storage = storages.get(kind)
  const path = 'users/1/uploads/form-4.mp4'
  expect(await storage?.sizeOf(path)).toBeUndefined()
  expect(await storage?.read(path, { start: 0, end: 1 })).toBeUndefined()

  await storage?.put(path, Buffer.from('a lesson'))
  const part = await storage?.read(path, { start: 2, end: 4 })
  expect(await storage?.sizeOf(path)).toBe(8)
  expect([part?.size, part && (await text(part.stream))]).toEqual([3, 'les'])
})

test('a bucket serves files through expiring links, but without TLS only if configured', async () => {
  const path = 'users/1/uploads/form-5.mp4'
  const storage = await openS3Storage(`s3://shop/tillform?endpoint=${endpoint}&links=on`)
  await storage.put(path, Buffer.from('a lesson'))
  const as = { type: 'video/mp4', disposition: 'attachment; filename="Lesson 1.mp4"' }
  const link = (await storage.linkTo?.(path, as)) ?? ''
  const answer = await fetch(link, { headers: { range: 'bytes=2-' } })

  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('120')
  expect([answer.status, await answer.text()]).toEqual([206, 'lesson'])
  expect(answer.headers.get('content-type')).toBe(as.type)
  expect(answer.headers.get('content-disposition')).toBe(as.disposition)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(storages.get('a bucket')?.linkTo).toBeUndefined()
  expect((await openS3Storage(`s3://shop?endpoint=${endpoint}&links=off`)).linkTo).toBeUndefined()
})

test('a missing bucket is reported at startup', async () => {
  const opening = openS3Storage(`s3://elsewhere?endpoint=${endpoint}`)
  await expect(opening).rejects.toThrow(ConfigurationError)
  await expect(opening).rejects.toThrow('STORAGE_URL: the bucket "elsewhere"')
})

// Proves file-deletion.
test('a storage path that could leave the folder throws', async () => {
  const storage = await openFolderStorage(join(scratch, 'files'))
  for (const path of ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.partial', 'a\\b', 'a\0', '']) {
    await expect(async () => storage.read(path)).rejects.toThrow('characters')
    await expect(async () => storage.put(path, Buffer.from('x'))).rejects.toThrow('characters')
    await expect(async () => storage.delete(path)).rejects.toThrow('characters')
  }
})
