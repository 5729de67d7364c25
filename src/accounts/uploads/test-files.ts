import type { TestApp, TestSeller } from '#test-app.ts'
import { fileAttachment, type FileAttachment } from './contract.ts'

/** The beginning of an MP4 file, followed by some bytes. */
export const tinyVideo = Buffer.concat([
  Buffer.from('0000001866747970', 'hex'),
  Buffer.from('isom\0\0\0\0isommp42'),
  Buffer.alloc(1000, 'tillform'),
])

/** Uploads a file as a seller. */
export async function addFile(
  app: TestApp,
  { token }: TestSeller,
  name: string,
  content: string | Buffer = 'Water flows.',
): Promise<FileAttachment> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/api/uploads/files`, { method: 'POST', body, headers })
  return fileAttachment.parse(await answer.json())
}
