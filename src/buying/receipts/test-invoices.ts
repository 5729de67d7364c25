import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TestApp } from '#test-app.ts'

type Purchase = { readonly purchaseId: string; readonly secret: string }

export const invoicePathOf = ({ purchaseId, secret }: Purchase) =>
  `/purchases/${purchaseId}/invoice.pdf?key=${secret}`

export async function fetchInvoice(app: TestApp, path: string) {
  const answer = await fetch(app.url + path)
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

/** What a reader finds in the document, line by line. */
export async function textOf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const pdf = await getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 }).promise
  let text = ''
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    for (const item of items) text += 'str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : ''
  }
  const pages = pdf.numPages
  await pdf.loadingTask.destroy()
  return { pages, text: text.replaceAll(/ {2,}/g, ' ') }
}
