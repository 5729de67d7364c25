/** Readers look for a PDF's head this far (ISO 32000, Annex H, implementation note 13), and as far from its end for its end. */
const lookedThrough = 1024
const mark = '%PDF-'

/** Whether bytes that are no text are a PDF: printers, scanners and servers put some of their own before its head. */
export function isPdf(content: Buffer): boolean {
  return content.subarray(0, lookedThrough).includes(mark)
}

/**
 * Whether a text is a PDF that has nothing but text in it. One that is named as a text may speak of PDFs: it is one only where it
 * begins as one, or has an object and an end as well.
 */
export function isPdfAmongText(content: Buffer, isNamedText: boolean): boolean {
  const head = content.subarray(0, lookedThrough).toString('latin1')
  const at = head.search(/(?:^|[\r\n])(?:ï»¿)?[ \t]*%PDF-\d/)
  if (at < 0) return false
  const isFirst = /^(?:ï»¿)?\s*%PDF-/.test(head)
  if (isFirst || !isNamedText) return true
  return (
    /[\r\n]\d+ \d+ obj\b/.test(content.toString('latin1')) &&
    content.subarray(-lookedThrough).includes('%%EOF')
  )
}
