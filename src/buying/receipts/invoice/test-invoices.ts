import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import type { TestApp } from '#test-app.ts'

type Purchase = { readonly purchaseId: string; readonly secret: string }

export const invoicePathOf = ({ purchaseId, secret }: Purchase) =>
  `/purchases/${purchaseId}/invoice.pdf?key=${secret}`

export async function fetchInvoice(app: TestApp, path: string) {
  const answer = await fetch(app.url + path)
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

/** The text of a PDF, line by line. */
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

const shown = z.tuple([
  z.array(z.union([z.number(), z.looseObject({ originalCharCode: z.number().optional() })])),
])

/** How many boxes are drawn for missing glyphs, and the right edge of the text in points. */
export async function drawnIn(bytes: Uint8Array): Promise<{ boxes: number; right: number }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  let boxes = 0
  let right = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number)
    const { fnArray, argsArray } = await sheet.getOperatorList()
    for (const [index, operation] of fnArray.entries()) {
      if (operation !== OPS.showText) continue
      const [glyphs] = shown.parse(argsArray[index])
      boxes += glyphs.filter((glyph) => typeof glyph === 'object' && glyph.originalCharCode === 0).length
    }
    for (const item of (await sheet.getTextContent()).items) {
      if ('str' in item) right = Math.max(right, z.number().parse(item.transform[4]) + item.width)
    }
  }
  await pdf.loadingTask.destroy()
  return { boxes, right }
}
