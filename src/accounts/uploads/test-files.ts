import type { TestApp, TestSeller } from '#test-app.ts'
import { fileAttachment, type FileAttachment } from './contract.ts'

/** Uploads a text file as a seller does. */
export async function addFile(
  app: TestApp,
  { token }: TestSeller,
  name: string,
  content = 'Water flows.',
): Promise<FileAttachment> {
  const body = new FormData()
  body.set('file', new Blob([content], { type: 'text/plain' }), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/api/uploads/files`, { method: 'POST', body, headers })
  return fileAttachment.parse(await answer.json())
}
