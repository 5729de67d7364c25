// @module-tag long uploads large files in parts, to a folder and to a bucket
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { countWaiting } from '#foundation/db/test-waiting.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { multipartUpload, fileAttachment, ownUploads } from '../contract.ts'
import { openFolderStorage } from '../storage/folder-storage.ts'
import { openS3Storage } from '../storage/s3-storage.ts'
import { insertUpload } from '../store.ts'
import { tinyVideo } from '../test-files.ts'
import { bearer, startUploads, type Seller, type UploadsServer } from '../uploads-test-server.ts'
import { findMultipartUpload, inStorage, listParts, takeMultipartUpload } from './multipart-store.ts'
import { sweepMultipartUploads } from './end-upload.ts'

const partSize = 8 * 1024 * 1024
const film = Buffer.concat([tinyVideo, Buffer.alloc(2 * partSize + 1000, 'lesson')])

let scratch: string
let bucket: S3rver
let endpoint: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tillform-begun-test-'))
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const configureBuckets = [{ name: 'shop' }]
  const directory = join(scratch, 's3')
  bucket = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  endpoint = encodeURIComponent(`http://127.0.0.1:${(await bucket.run()).port}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket.close()
  await rm(scratch, { recursive: true, force: true })
})

describe.each([
  ['a folder', openFolderStorage],
  ['a bucket', () => openS3Storage(`s3://shop/tillform?endpoint=${endpoint}`)],
])('multipart uploads to %s', (kind, openStorage) => {
  let server: UploadsServer
  let seller: Seller
  beforeAll(async () => {
    server = await startUploads(openStorage)
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    server.setClock(() => new Date())
    seller = await server.addSeller()
  })

  const ask = (method: string, path: string, body?: object, by = seller) =>
    fetch(`${server.address}/api/uploads/begun${path}`, {
      method,
      headers: { ...bearer(by), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const announce = (content: Buffer, fields: object = {}, by = seller) =>
    ask(
      'POST',
      '',
      {
        name: 'Lesson 1.mp4',
        size: content.length,
        modifiedAt: 1_700_000_000_000,
        type: 'form',
        beginning: content.subarray(0, 4_100).toString('base64'),
        ...fields,
      },
      by,
    )
  const begin = async (content = film, fields: object = {}) => {
    const answer = await announce(content, fields)
    expect(answer.status).toBe(201)
    return multipartUpload.parse(await answer.json())
  }
  const send = (id: string, number: number, content = film, by = seller) =>
    fetch(`${server.address}/api/uploads/begun/${id}/parts/${number}`, {
      method: 'PUT',
      headers: { ...bearer(by), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content.subarray((number - 1) * partSize, number * partSize)),
    })
  const complete = (id: string, by = seller) => ask('POST', `/${id}/complete`, undefined, by)
  const storedUploadOf = async (id: string) => {
    const row = await findMultipartUpload(server.db, seller.sellerId, id)
    const pending = row && inStorage(row)
    if (pending === undefined) throw new Error('Nothing has begun')
    return pending
  }
  const unfinished = async () => ownUploads.parse(await (await ask('GET', '')).json())
  const bytesOf = async (url: string) => Buffer.from(await (await server.get(seller, url)).arrayBuffer())

  test('parts sent in any order, twice or from two tabs become one file', async () => {
    const [{ id, arrived }, other] = await Promise.all([begin(), begin()])
    expect([arrived, other.id]).toEqual([[], id])
    const answers = await Promise.all([send(id, 3), send(id, 1), send(id, 3), send(other.id, 2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const files = await Promise.all([complete(id), complete(id)])
    const [file, same] = await Promise.all(
      files.map(async (answer) => fileAttachment.parse(await answer.json())),
    )

    expect(file).toEqual({
      name: 'Lesson 1.mp4',
      url: `/api/files/${id}`,
      size: film.length,
      type: 'video/mp4',
    })
    expect(same).toEqual(file)
    expect(fileAttachment.parse(await (await complete(id)).json())).toEqual(file)
    expect((await bytesOf(`/api/files/${id}`)).equals(film)).toBe(true)
    expect((await unfinished()).unfinished).toEqual([])
  })

  test('two tabs that complete an upload simultaneously get the same response', async () => {
    const { id } = await begin(tinyVideo)
    await send(id, 1, tinyVideo)
    const pending = await storedUploadOf(id)
    const { path, userId, name, size, type } = pending
    const late = await inTransaction(server.db, async (tx) => {
      await sql`lock table begun_parts in access exclusive mode`.execute(tx)
      const answer = complete(id)
      await expect.poll(() => countWaiting(tx)).toBe(1)
      await server.storage.parts.finish(pending, await listParts(tx, id))
      await takeMultipartUpload(tx, id)
      const { sellerId } = seller
      const upload = { id, sellerId, userId, kind: 'file', path, name, type, size } as const
      await insertUpload(tx, { ...upload, createdAt: new Date() })
      return { answer }
    })
    expect(fileAttachment.parse(await (await late.answer).json())).toMatchObject({ name, size })
  })

  test('a restarted upload continues where it stopped, without the part that was cut off', async () => {
    const { id } = await begin()
    await send(id, 1)
    const cut = request(`${server.address}/api/uploads/begun/${id}/parts/2`, {
      method: 'PUT',
      headers: {
        ...bearer(seller),
        'content-type': 'application/octet-stream',
        'content-length': partSize,
      },
    })
    cut.on('error', () => undefined)
    cut.write(Buffer.alloc(1_000_000, 'x'))
    const closed = new Promise((resolve) => cut.once('close', resolve))
    setTimeout(() => cut.destroy(), 50)
    await closed
    const { storage, ...own } = await unfinished()
    expect(own.unfinished).toMatchObject([{ id, name: 'Lesson 1.mp4', size: film.length, sent: partSize }])
    expect(storage).toEqual({ used: film.length, most: 10 * 1024 ** 3 })
    expect((await complete(id)).status).toBe(409)

    const again = await begin()
    expect([again.id, again.arrived]).toEqual([id, [1]])
    await Promise.all([send(id, 2), send(id, 3)])
    await complete(id)
    expect((await bytesOf(`/api/files/${id}`)).equals(film)).toBe(true)
  })

  test('a retry completes an upload after a crash between storage and database', async () => {
    const { id } = await begin()
    await Promise.all([send(id, 1), send(id, 2), send(id, 3)])
    await server.storage.parts.finish(await storedUploadOf(id), await listParts(server.db, id))

    expect((await complete(id)).status).toBe(201)
    expect((await bytesOf(`/api/files/${id}`)).equals(film)).toBe(true)
  })

  // The bucket in these tests does not support aborting.
  test.runIf(kind === 'a folder')('an upload the storage has lost starts again', async () => {
    const { id } = await begin()
    await send(id, 1)
    await server.storage.parts.giveUp(await storedUploadOf(id))

    expect((await send(id, 2)).status).toBe(404)
    const anew = await begin()
    expect([anew.id === id, anew.arrived]).toEqual([false, []])
    await Promise.all([send(anew.id, 1), send(anew.id, 2), send(anew.id, 3)])
    expect((await complete(anew.id)).status).toBe(201)
  })

  test('an upload that is canceled or idle for a day leaves nothing behind', async () => {
    const first = await begin()
    await send(first.id, 1)
    expect((await ask('DELETE', `/${first.id}`)).status).toBe(200)
    expect((await send(first.id, 2)).status).toBe(404)
    expect((await complete(first.id)).status).toBe(404)
    const second = await begin()
    await send(second.id, 1)
    const log = pino({ level: 'silent' })
    server.setClock(() => secondsAfter(new Date(), 24 * 60 * 60 - 60))
    await sweepMultipartUploads({ log }, server.uploads)
    expect((await unfinished()).unfinished).toHaveLength(1)
    server.setClock(() => secondsAfter(new Date(), 24 * 60 * 60 + 60))
    await sweepMultipartUploads({ log }, server.uploads)

    expect((await unfinished()).unfinished).toEqual([])
    expect((await unfinished()).storage.used).toBe(0)
    expect((await server.stored()).filter((name) => name.includes('begun-'))).toEqual([])
  })

  // Proves upload-announcements.
  test('an upload without any part ends after 15 minutes, even if it is restarted repeatedly', async () => {
    const { id } = await begin()
    const log = pino({ level: 'silent' })
    const [{ endsAt } = { endsAt: '' }] = (await unfinished()).unfinished
    expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.now() + 15 * 60_000)
    for (const minutes of [5, 10, 14]) {
      server.setClock(() => secondsAfter(new Date(), minutes * 60))
      expect((await begin()).id).toBe(id)
      await sweepMultipartUploads({ log }, server.uploads)
    }
    expect((await unfinished()).unfinished).toHaveLength(1)
    server.setClock(() => secondsAfter(new Date(), 15 * 60 + 5))
    await sweepMultipartUploads({ log }, server.uploads)
    expect((await unfinished()).unfinished).toEqual([])
    expect((await send(id, 1)).status).toBe(404)
    expect((await begin()).id).not.toBe(id)
  })

  test('an upload whose first part is slow ends after two hours instead of 15 minutes', async () => {
    const { id } = await begin()
    const log = pino({ level: 'silent' })
    const later = async (minutes: number) => {
      server.setClock(() => secondsAfter(new Date(), minutes * 60))
      await sweepMultipartUploads({ log }, server.uploads)
      const rest = await send(id, 1, film.subarray(0, 100))
      return rest.status
    }
    const cut = async (minutes: number) => {
      server.setClock(() => secondsAfter(new Date(), minutes * 60))
      await new Promise<void>((resolve) => {
        const call = request(`${server.address}/api/uploads/begun/${id}/parts/1`, {
          method: 'PUT',
          headers: {
            ...bearer(seller),
            'content-type': 'application/octet-stream',
            'content-length': partSize,
          },
        })
        call.on('error', () => undefined)
        call.once('close', resolve)
        call.write(Buffer.alloc(1_000_000, 'x'))
        setTimeout(() => call.destroy(), 100)
      })
      await sweepMultipartUploads({ log }, server.uploads)
    }
    for (const minutes of [12, 24, 36]) await cut(minutes)
    expect((await unfinished()).unfinished).toHaveLength(1)
    for (const minutes of [48, 60, 72, 84, 96, 108, 119]) await cut(minutes)
    expect(await later(121)).toBe(404)
    expect((await unfinished()).unfinished).toEqual([])
  })

  test('another seller can neither send parts to, complete nor cancel an upload', async () => {
    const { id } = await begin()
    const other = await server.addSeller()
    const answers = [await send(id, 1, film, other), await complete(id, other)]
    await ask('DELETE', `/${id}`, undefined, other)

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect((await unfinished()).unfinished).toHaveLength(1)
  })

  test('an unacceptable file is rejected before it is sent', async () => {
    const refusal = async (content: Buffer, fields: object) => {
      const answer = await announce(content, fields)
      const { message } = errorBody.parse(await answer.json())
      return `${answer.status} ${message}`
    }
    const text = Buffer.alloc(5_000, 'words ')
    const large = 11 * 1024 * 1024
    expect(await refusal(film, { size: 2 * 1024 ** 3 + 1 })).toBe(
      '413 File Lesson 1.mp4 is too large. Maximum size is 2048MB',
    )
    expect(await refusal(text, { name: 'book.txt', size: large })).toBe(
      '413 File book.txt is too large. Maximum size is 10MB',
    )
    expect(await refusal(text, { size: large })).toContain('422 File Lesson 1.mp4 does not match its type')
    expect(await refusal(Buffer.from('MZ\0\0'), { name: 'run.exe', size: large })).toBe(
      '422 File type application/x-msdownload is not supported',
    )
    expect((await unfinished()).unfinished).toEqual([])
  })

  test('a completed upload whose content has the wrong type is not stored', async () => {
    const other = Buffer.concat([Buffer.from('%PDF-1.7\n'), film.subarray(9)])
    const { id } = await begin()
    await Promise.all([send(id, 1, other), send(id, 2), send(id, 3)])
    const answer = await complete(id)

    expect(answer.status).toBe(422)
    expect((await complete(id)).status).toBe(404)
    expect((await unfinished()).storage.used).toBe(0)
  })

  // Proves upload-limits.
  test('unfinished uploads count toward the shop’s storage limit', async () => {
    const size = 2 * 1024 ** 3
    for (const name of ['1.mp4', '2.mp4', '3.mp4', '4.mp4']) await begin(film, { name, size })
    await begin(film, { name: '5.mp4', size: size - 1024 ** 2 })
    const answer = await announce(film, { name: '6.mp4', size })

    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      {
        code: 'storage_full',
        message:
          'File 6.mp4 is 2 GB, but you have only 1 MB of your 10 GB left. Delete some files to make room.',
      },
    ])
  })
})
