import sharp from 'sharp'
import type { TestApp, TestSeller } from '#test-app.ts'
import { storedPicture } from './contract.ts'

/** For tests: a picture that this seller has uploaded; answers its address. */
export async function uploadTestPicture(app: TestApp, { token }: TestSeller): Promise<string> {
  const canvas = sharp({ create: { width: 16, height: 9, channels: 3, background: 'red' } })
  const body = new FormData()
  body.set('type', 'form')
  body.set('file', new Blob([new Uint8Array(await canvas.png().toBuffer())]), 'picture.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/api/uploads/pictures`, { method: 'POST', headers, body })
  return storedPicture.parse(await answer.json()).url
}
