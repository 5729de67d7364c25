import type { FileAttachment } from '#accounts/uploads/contract.ts'
import type { SaleEvidence } from './store.ts'

/** A file that came with a purchase; times in milliseconds, null where it was never opened, as far as is known. */
export type OpenedFile = {
  readonly name: string
  readonly firstAt: number | null
  readonly lastAt: number | null
}

const filePath = '/api/files/'

/**
 * The files of a purchase, each once, with when they were opened. One that its seller has taken away or replaced by a new
 * version since is there as long as it was opened.
 */
export function openedFiles({ kind, files, lines, openings }: SaleEvidence): OpenedFile[] {
  const given: FileAttachment[] = [
    kind === 'offer' ? [] : files,
    ...lines.map((line) => line.files ?? []),
  ].flat()
  const names = new Map(given.map(({ name, url }) => [url.replace(filePath, ''), name]))
  for (const { fileId, isOwn, name } of openings)
    if (isOwn && !names.has(fileId)) names.set(fileId, `${name ?? 'A file'}, since removed, ${fileId}`)
  return [...names].map(([id, listed]) => {
    const opening = openings.find(({ fileId }) => fileId === id)
    const version = opening?.version ?? 1
    const name = version === 1 ? listed : `${listed}, version ${version}`
    return { name, firstAt: opening?.firstAt ?? null, lastAt: opening?.lastAt ?? null }
  })
}
