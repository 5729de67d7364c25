import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { fillDisk } from '#foundation/process/test-full-disk.ts'
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

test('an upload to a full disk fails temporarily and leaves nothing behind', async () => {
  const upload = () => server.post(seller, 'files', formOf('one, two'.repeat(50_000), 'list.csv'))
  const full = fillDisk()
  const answer = await upload()
  full.makeRoom()

  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(errorBody.parse(await answer.json()).code).toBe('unavailable')
  expect([await server.received(), await server.stored()]).toEqual([[], []])
  expect((await upload()).status).toBe(201)
})
