import { expect, test } from 'vitest'
import { multipartUpload } from '../contract.ts'
import { openFolderStorage } from './folder-storage.ts'
import { tinyVideo } from '../test-files.ts'
import { bearer, startUploads, type Seller } from '../uploads-test-server.ts'

const partSize = 8 * 1024 * 1024
const film = Buffer.concat([tinyVideo, Buffer.alloc(2 * partSize + 1000, 'lesson')])

/** Starts uploads on a disk with this many bytes left. */
async function startOnDisk(room: () => number) {
  const server = await startUploads(async (folder) => ({
    ...(await openFolderStorage(folder)),
    room: async () => room(),
  }))
  const begin = async (name: string, by: Seller, size: number) => {
    const answer = await fetch(`${server.address}/api/uploads/begun`, {
      method: 'POST',
      headers: { ...bearer(by), 'content-type': 'application/json' },
      body: JSON.stringify({ name, size, modifiedAt: 1, beginning: tinyVideo.toString('base64') }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { ...server, begin }
}

const gibibyte = 1024 ** 3

test('an upload that does not fit on the disk does not start', async () => {
  const server = await startOnDisk(() => 3 * gibibyte)
  const seller = await server.addSeller()
  const answers = [
    await server.begin('1.mp4', seller, 1.75 * gibibyte),
    await server.begin('2.mp4', seller, 2 * gibibyte),
  ]
  await server.stop()
  expect(answers.map(({ status }) => status)).toEqual([201, 503])
})

// Proves upload-announcements.
test('many uploads that never send anything do not block a real one', async () => {
  const server = await startOnDisk(() => 3 * gibibyte)
  const takers = await Promise.all([1, 2].map(() => server.addSeller()))
  for (let count = 0; count < 30; count += 1) {
    for (const taker of takers) await server.begin(`${count}.mp4`, taker, 300 * 1024 ** 2)
  }
  const honest = await server.begin('course.mp4', await server.addSeller(), 1.75 * gibibyte)
  await server.stop()
  expect(honest.status).toBe(201)
})

test('an upload’s parts are accepted only while the disk has space left for the database', async () => {
  let room = 3 * gibibyte
  const server = await startOnDisk(() => room)
  const seller = await server.addSeller()
  const { body } = await server.begin('1.mp4', seller, film.length)
  const { id } = multipartUpload.parse(body)
  const send = async (number: number) => {
    const answer = await fetch(`${server.address}/api/uploads/begun/${id}/parts/${number}`, {
      method: 'PUT',
      headers: { ...bearer(seller), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(film.subarray((number - 1) * partSize, number * partSize)),
    })
    return answer.status
  }
  const statuses = [await send(1)]
  room = gibibyte + 1024
  statuses.push(await send(2))
  room = 2 * gibibyte
  statuses.push(await send(2))
  await server.stop()
  expect(statuses).toEqual([200, 503, 200])
})
